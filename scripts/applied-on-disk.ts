// The migrations of a local D1 database, read from its file without starting workerd.
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { pendingAfter } from "./migrations.ts";

const D1_FOLDER = "v3/d1/miniflare-D1DatabaseObject";

/**
 * True if the state folder has one D1 database, with all migrations. False also where that cannot be read: on a Node
 * without node:sqlite, and of a database that is not there yet.
 */
export async function isMigrated(stateDir: string): Promise<boolean> {
  const folder = join(stateDir, D1_FOLDER);
  // Miniflare keeps one file about all databases beside those of each.
  const files = (await readdir(folder).catch(() => [])).filter((name) => /^[0-9a-f]{64}\.sqlite$/.test(name));
  const [file] = files;
  if (file === undefined || files.length > 1) return false;
  try {
    const { DatabaseSync } = await import("node:sqlite");
    const database = new DatabaseSync(join(folder, file), { readOnly: true });
    try {
      const rows = database.prepare("select name from d1_migrations").all();
      return (await pendingAfter(rows.map(({ name }) => String(name)))).length === 0;
    } finally {
      database.close();
    }
  } catch {
    return false;
  }
}
