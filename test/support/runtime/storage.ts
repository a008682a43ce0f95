// Durable Object storage on Node's SQLite. Its results and errors are compared with workerd's in
// test/runtime/objects.test.ts.
import type { ObjectStorage, SqlInput } from "../../../src/durable-objects/sqlite.ts";
import { MemoryDatabase } from "./sqlite.ts";

/** In-memory storage. Returns blobs as ArrayBuffers. */
export class MemoryStorage implements ObjectStorage {
  #database: MemoryDatabase;
  #depth = 0;

  readonly sql: ObjectStorage["sql"];

  /** @param image of another storage; empty without it */
  constructor(image?: Uint8Array) {
    this.#database = new MemoryDatabase(image);
    const database = () => this.#database;
    this.sql = {
      exec(query: string, ...bindings: SqlInput[]) {
        const rows = database().rows(query, bindings);
        return { toArray: () => rows.map(withArrayBuffers) };
      },
      get databaseSize() {
        return database().bytes;
      },
    };
  }

  transactionSync = <T>(work: () => T): T => {
    const savepoint = `level_${this.#depth++}`;
    this.#database.execute(`savepoint ${savepoint}`);
    try {
      const result = work();
      this.#database.execute(`release ${savepoint}`);
      return result;
    } catch (error) {
      this.#database.execute(`rollback to ${savepoint}; release ${savepoint}`);
      throw error;
    } finally {
      this.#depth--;
    }
  };

  /** Its bytes, to make equal ones of. */
  image(): Uint8Array {
    return this.#database.image();
  }

  /** Also drops all tables. */
  async deleteAll(): Promise<void> {
    this.#database.close();
    this.#database = new MemoryDatabase();
  }
}

function withArrayBuffers(row: object): object {
  const given = row as Record<string, unknown>;
  const values: Record<string, unknown> = {};
  // Runs for each row: `Object.entries` would take twice as long.
  for (const name in given) {
    const value = given[name];
    // Node gives each blob a buffer of its own.
    values[name] = value instanceof Uint8Array ? value.buffer : value;
  }
  return values;
}
