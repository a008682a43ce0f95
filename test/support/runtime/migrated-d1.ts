// Databases with all migrations. One is migrated in each process; the others begin as copies of its bytes.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { migrateD1 } from "../../../scripts/migrations.ts";
import { once } from "../once.ts";
import { bindingOf } from "./d1.ts";
import { MemoryDatabase } from "./sqlite.ts";

const folder = join(import.meta.dirname, "../../../drizzle");

interface Journal {
  readonly entries: readonly { readonly tag: string }[];
}

/** As {@link memoryD1} with the scripts of all migrations, without the records that each was applied. */
export function withSchema(): D1Database {
  schema ??= makeSchema();
  return bindingOf(new MemoryDatabase(schema));
}

let schema: Uint8Array | undefined;

function makeSchema(): Uint8Array {
  const journal: Journal = JSON.parse(readFileSync(join(folder, "meta/_journal.json"), "utf8"));
  const database = new MemoryDatabase();
  for (const { tag } of journal.entries) database.execute(readFileSync(join(folder, `${tag}.sql`), "utf8"));
  return database.image();
}

/** The bytes of {@link migratedD1}. */
export const migratedImage = once(async () => {
  const database = new MemoryDatabase();
  await migrate(bindingOf(database));
  return database.image();
});

/** As `npm run migrate` leaves an empty database. */
export const migratedD1 = async (): Promise<D1Database> => bindingOf(new MemoryDatabase(await migratedImage()));

/** Applies the migrations that are missing. */
export async function migrate(d1: D1Database): Promise<void> {
  await migrateD1(async (statements) => {
    const results = await d1.batch<Record<string, unknown>>(
      statements.map(({ sql, params }) => d1.prepare(sql).bind(...params)),
    );
    return results.map((result) => result.results);
  });
}
