// Applies drizzle/*.sql to D1 and libSQL with the bookkeeping of `wrangler d1 migrations apply`, so that either can
// continue after the other.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "@libsql/client/web";
import { Failure } from "./failure.ts";
import { migrationsFolder } from "./project.ts";

// The definition is wrangler's.
const createBookkeeping = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;
const listApplied = "SELECT name FROM d1_migrations ORDER BY id";
const recordApplied = "INSERT INTO d1_migrations (name) VALUES (?)";

export interface Migration {
  /** File name, which identifies the migration. */
  name: string;
  statements: string[];
}

export interface MigrationStatement {
  readonly sql: string;
  readonly params: readonly string[];
}

/** Runs statements as one transaction on a D1 database, and returns the rows of each. */
export type RunOnD1 = (statements: readonly MigrationStatement[]) => Promise<readonly Record<string, unknown>[][]>;

/** Brings a D1 database up to date. @returns the names of the files applied now */
export function migrateD1(run: RunOnD1): Promise<string[]> {
  const plain = (sql: string): MigrationStatement => ({ sql, params: [] });
  return migrate({
    async applied() {
      const [, rows = []] = await run([plain(createBookkeeping), plain(listApplied)]);
      return rows.map((row) => String(row.name));
    },
    async apply({ name, statements }) {
      await run([...statements.map(plain), { sql: recordApplied, params: [name] }]);
    },
  });
}

/** Brings a libSQL database up to date. @returns the names of the files applied now */
export function migrateLibsql(client: Client): Promise<string[]> {
  return migrate({
    async applied() {
      await client.execute(createBookkeeping);
      const { rows } = await client.execute(listApplied);
      return rows.map((row) => String(row.name));
    },
    async apply({ name, statements }) {
      await client.batch([...statements, { sql: recordApplied, args: [name] }], "write");
    },
  });
}

interface Target {
  /** Names of the migrations applied so far. Creates the bookkeeping table if missing. */
  applied(): Promise<string[]>;
  /** Applies the file and inserts its bookkeeping row in one transaction. */
  apply(migration: Migration): Promise<void>;
}

/** @throws Failure for the first migration that the database refuses */
async function migrate(target: Target): Promise<string[]> {
  const pending = await pendingAfter(await target.applied());
  for (const migration of pending) {
    try {
      await target.apply(migration);
    } catch (error) {
      const reason = error instanceof Error ? error.message : error;
      throw new Failure(`Migration ${migration.name} failed and left nothing behind: ${reason}`);
    }
  }
  return pending.map((migration) => migration.name);
}

/** The migrations a libSQL database lacks, oldest first. */
export async function pendingOnLibsql(client: Client): Promise<Migration[]> {
  await client.execute(createBookkeeping);
  const { rows } = await client.execute(listApplied);
  return pendingAfter(rows.map((row) => String(row.name)));
}

/** @param applied the names of the migrations a database has */
export async function pendingAfter(applied: readonly string[]): Promise<Migration[]> {
  return (await readMigrations()).filter(({ name }) => !applied.includes(name));
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(migrationsFolder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(migrationsFolder, name), "utf8");
      return { name, statements: sql.split("--> statement-breakpoint").filter(hasSql) };
    }),
  );
}

function hasSql(text: string): boolean {
  return text.replaceAll(/--.*$/gm, "").trim() !== "";
}
