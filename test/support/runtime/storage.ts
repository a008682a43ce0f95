// The storage of a Durable Object on Node's SQLite. What it refuses and answers is held to workerd by
// test/runtime/objects.test.ts.
import type { ObjectStorage, SqlInput } from "../../../src/durable-objects/sqlite.ts";
import { MemoryDatabase } from "./sqlite.ts";

/** An empty one in this process's memory; blobs come as ArrayBuffers. */
export class MemoryStorage implements ObjectStorage {
  #database = new MemoryDatabase();
  #depth = 0;

  readonly sql: ObjectStorage["sql"];

  constructor() {
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

  /** Leaves no table behind. */
  async deleteAll(): Promise<void> {
    this.#database.close();
    this.#database = new MemoryDatabase();
  }
}

function withArrayBuffers(row: object): object {
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) {
    values[name] = value instanceof Uint8Array ? value.slice().buffer : value;
  }
  return values;
}
