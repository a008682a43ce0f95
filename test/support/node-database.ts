// The database on Node's own SQLite, with the schema that all migrations make: for what is tested without a server.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { Database } from "../../src/db/database.ts";
import { PreparedStatements } from "./prepared-statements.ts";

const folder = join(import.meta.dirname, "../../drizzle");

interface Journal {
  readonly entries: readonly { readonly tag: string }[];
}

/** In memory. */
export function nodeDatabase(): Database {
  const sqlite = new DatabaseSync(":memory:");
  const journal: Journal = JSON.parse(readFileSync(join(folder, "meta/_journal.json"), "utf8"));
  for (const { tag } of journal.entries) sqlite.exec(readFileSync(join(folder, `${tag}.sql`), "utf8"));
  const prepared = new PreparedStatements(sqlite);
  return new Database({
    async run(statements) {
      sqlite.exec("begin");
      try {
        const rows = statements.map(({ sql, params }) => prepared.all(sql, params as SQLInputValue[]));
        sqlite.exec("commit");
        return rows;
      } catch (error) {
        sqlite.exec("rollback");
        throw error;
      }
    },
  });
}
