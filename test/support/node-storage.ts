// A repository on Node's own SQLite, as it stands on a Durable Object's otherwise.
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { Repository } from "../../src/git/repository/repository.ts";
import type { ObjectStorage, SqlInput } from "../../src/object-storage/sql.ts";
import { PreparedStatements } from "./prepared-statements.ts";

/** In memory; blobs come as ArrayBuffers, as a Durable Object gives them. */
export function nodeStorage(): ObjectStorage {
  const database = new DatabaseSync(":memory:");
  const statements = new PreparedStatements(database);
  let depth = 0;
  return {
    sql: {
      exec(query: string, ...bindings: SqlInput[]) {
        const rows = statements.all(query, bindings as SQLInputValue[]);
        return { toArray: () => rows.map(withArrayBuffers) };
      },
    },
    transactionSync<T>(work: () => T): T {
      const savepoint = `level_${depth++}`;
      database.exec(`savepoint ${savepoint}`);
      try {
        const result = work();
        database.exec(`release ${savepoint}`);
        return result;
      } catch (error) {
        database.exec(`rollback to ${savepoint}; release ${savepoint}`);
        throw error;
      } finally {
        depth--;
      }
    },
  };
}

const withArrayBuffers = (row: object): object =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Uint8Array ? value.slice().buffer : value]),
  );

/** Empty. */
export const openRepository = (): Repository => new Repository(nodeStorage(), () => {});
