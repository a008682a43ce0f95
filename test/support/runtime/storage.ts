// Durable Object storage on Node's SQLite. Its results and errors are compared with workerd's in
// test/runtime/objects.test.ts.
import type { ObjectStorage, SqlInput } from "../../../src/durable-objects/sqlite.ts";
import { MemoryDatabase, type Platform } from "./sqlite.ts";

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
        const rows = database().rows(query, bindings, objectStorage);
        return { toArray: () => rows };
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

/** Node gives each blob a buffer of its own. */
const objectStorage: Platform = { fromBlob: (blob) => blob.buffer };
