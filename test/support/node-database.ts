// The database on Node's SQLite with all migrations applied, for tests without a server.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openD1 } from "../../src/db/d1.ts";
import type { Database } from "../../src/db/database.ts";
import { memoryD1 } from "./runtime/d1.ts";

const folder = join(import.meta.dirname, "../../drizzle");

interface Journal {
  readonly entries: readonly { readonly tag: string }[];
}

/** An empty in-memory database. */
export function nodeDatabase(): Database {
  const journal: Journal = JSON.parse(readFileSync(join(folder, "meta/_journal.json"), "utf8"));
  return openD1(memoryD1(journal.entries.map(({ tag }) => readFileSync(join(folder, `${tag}.sql`), "utf8"))));
}
