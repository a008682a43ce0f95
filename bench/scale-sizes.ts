// Reads the SQLite files that a server has left in a folder: how many bytes a row of each table takes on disk.
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

interface TableSize {
  readonly table: string;
  readonly bytes: number;
  readonly indexes: number | null;
}

/** Files smaller than this are no database that was filled. */
const SMALLEST = 300_000;
/** Tables below this share of a file are left out. */
const SMALLEST_SHARE = 0.002;

export interface FilledDatabase {
  readonly database: DatabaseSync;
  /** Bytes of the file. */
  readonly size: number;
}

/**
 * The databases of D1 and of Durable Objects, largest first, without those that are smaller.
 * @param root the state folder of a server that has ended
 */
export async function openDatabases(root: string, smallest = SMALLEST): Promise<FilledDatabase[]> {
  const names = (await readdir(root, { recursive: true })).filter((name) => /(?<!metadata)\.sqlite$/.test(name));
  const files = await Promise.all(names.map(async (name) => ({ name, size: (await stat(join(root, name))).size })));
  return files
    .filter(({ size }) => size >= smallest)
    .toSorted((a, b) => b.size - a.size)
    .map(({ name, size }) => ({ database: new DatabaseSync(join(root, name)), size }));
}

/** @param size bytes of the file */
export function printSizes(database: DatabaseSync, size: number): void {
  const sizes = database
    .prepare(
      `select iif(s.tbl_name glob 'issue_*_search*', 'search', s.tbl_name) as "table", sum(d.pgsize) as bytes,
          sum(d.pgsize) filter (where s.type = 'index') as indexes
        from dbstat('main', 1) d join sqlite_schema s on s.name = d.name group by 1 order by 2 desc`,
    )
    .all() as unknown as TableSize[];
  console.log(`\nA database of ${size.toLocaleString("en")} bytes:\n`);
  console.log("| table | rows | bytes per row | of these indexes | share |\n|---|---|---|---|---|");
  for (const { table, bytes, indexes } of sizes) {
    // The tables of the search index have no rows of their own.
    const isSearch = table === "search";
    const rows = countOf(database, isSearch ? "issues" : table);
    if (rows === 0 || bytes / size < SMALLEST_SHARE) continue;
    const cells = [isSearch ? "search index, per issue" : table, rows, bytes / rows, (indexes ?? 0) / rows];
    const shown = cells.map((cell) => (typeof cell === "number" ? Math.round(cell) : cell));
    console.log(`| ${shown.join(" | ")} | ${((100 * bytes) / size).toFixed(1)} % |`);
  }
}

function countOf(database: DatabaseSync, table: string): number {
  const row = database.prepare(`select count(*) as n from "${table}"`).get() as { n: number };
  return row.n;
}
