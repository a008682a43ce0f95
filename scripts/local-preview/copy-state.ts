// Copies the databases of a server, also of one that runs, as they were at one moment.
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { Failure } from "../failure.ts";

type Sqlite = typeof import("node:sqlite");

/** Passes over all databases, and the milliseconds between two of them. */
const patience = { passes: 100, pause: 100 };
/** A write locks a database without a write-ahead log for a moment. */
const MOST_MS_LOCKED = 5_000;
/** Of one database at a time, so that a write does not begin the copy anew. */
const ALL_PAGES = 1_000_000_000;

/** A database that was opened for reading, and what was copied of it. */
interface Source {
  readonly database: DatabaseSync;
  readonly inode: bigint;
  /** SQLite's data_version when the copy was begun; null before. It changes with every commit of another process. */
  copied: number | null;
  /** Of the last attempt to copy it. */
  problem: Error | null;
}

/**
 * Copies SQLite databases with SQLite's own backup, page by page, so that rowids stay. A pass that finds no database
 * changed since its copy proves that all copies are of one moment: the one before that pass.
 *
 * @param folders to search, relative to `from`
 * @throws Failure when the databases change all the time, and on a Node without that backup
 */
export async function copyDatabases(
  from: string,
  to: string,
  folders: readonly string[],
  { passes, pause } = patience,
): Promise<void> {
  const sqlite = await loadSqlite();
  const sources = new Map<string, Source>();
  try {
    for (let pass = 0; pass < passes; pass += 1) {
      if ((await copyChanged(sqlite, sources, { from, to, folders })) === 0) return;
      if (pass > 0) await sleep(pause);
    }
    for (const [path, { problem }] of sources) {
      if (problem !== null) throw new Failure(`${path} could not be copied: ${problem.message}. Try again.`);
    }
  } finally {
    for (const { database } of sources.values()) database.close();
  }
  throw new Failure(
    `${from} changes all the time, so it could not be copied as it is at one moment. Stop what writes to its server, or end that server, then try again.`,
  );
}

async function loadSqlite(): Promise<Sqlite> {
  const sqlite = await import("node:sqlite").catch(() => null);
  if (sqlite !== null && "backup" in sqlite) return sqlite;
  throw new Failure(
    `Copying the state needs Node 22.16 or newer, and this is Node ${process.versions.node}. Install a newer one, then try again.`,
  );
}

interface Copying {
  readonly from: string;
  readonly to: string;
  readonly folders: readonly string[];
}

/** @returns how many databases were new, changed or gone */
async function copyChanged(
  sqlite: Sqlite,
  sources: Map<string, Source>,
  { from, to, folders }: Copying,
): Promise<number> {
  const paths = (await Promise.all(folders.map((folder) => databasesIn(join(from, folder))))).flat();
  const gone = [...sources.keys()].filter((path) => !paths.includes(path));
  for (const path of gone) await forget(sources, path, targetOf(path, from, to));
  let changes = gone.length;
  for (const path of paths) {
    const source = await openSource(sqlite, sources, path);
    if (source === null) {
      changes += 1;
      continue;
    }
    const version = dataVersion(source.database);
    if (version === source.copied) continue;
    const target = targetOf(path, from, to);
    await mkdir(dirname(target), { recursive: true });
    source.problem = await problemOfCopy(sqlite, source, target);
    if (source.problem === null) source.copied = version;
    changes += 1;
  }
  return changes;
}

/** SQLite's error if it gave up, as it may when others write to the database at the same time; the next pass tries again. */
async function problemOfCopy(sqlite: Sqlite, { database }: Source, target: string): Promise<Error | null> {
  try {
    await sqlite.backup(database, target, { rate: ALL_PAGES });
    return null;
  } catch (error) {
    if (!isSqliteError(error)) throw error;
    await rm(target, { force: true });
    return error;
  }
}

const isSqliteError = (error: unknown): error is Error =>
  error instanceof Error && "code" in error && error.code === "ERR_SQLITE_ERROR";

const targetOf = (path: string, from: string, to: string): string => join(to, relative(from, path));

/** The name sqld gives its database. workerd's end in .sqlite. */
const SQLD_DATABASE = "data";

async function databasesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(ifMissing([]));
  const files = entries.filter(
    (entry) => entry.isFile() && (entry.name.endsWith(".sqlite") || entry.name === SQLD_DATABASE),
  );
  return files.map((entry) => join(entry.parentPath, entry.name));
}

/** Null for a database that was deleted meanwhile. Opens it again when another file has taken its place. */
async function openSource(sqlite: Sqlite, sources: Map<string, Source>, path: string): Promise<Source | null> {
  const known = sources.get(path);
  const stats = await stat(path, { bigint: true }).catch(ifMissing(null));
  if (stats === null) return null;
  if (known?.inode === stats.ino) return known;
  known?.database.close();
  const opened: Source = {
    database: new sqlite.DatabaseSync(path, { readOnly: true, timeout: MOST_MS_LOCKED }),
    inode: stats.ino,
    copied: null,
    problem: null,
  };
  sources.set(path, opened);
  return opened;
}

async function forget(sources: Map<string, Source>, path: string, target: string): Promise<void> {
  sources.get(path)?.database.close();
  sources.delete(path);
  await rm(target, { force: true });
}

const dataVersion = (database: DatabaseSync): number =>
  Number(database.prepare("pragma data_version").get()?.data_version);

const ifMissing =
  <Value>(value: Value) =>
  (error: unknown): Value => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return value;
    throw error;
  };
