// Keeps the copy of a server's state from delivering what the original delivers: its hooks are switched off, and queued
// deliveries and mails are dropped.
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

const REASON = "Not delivered: this is a copy of the server that has the event, and only the original delivers it";

export interface CopiedFolders {
  /** Of the copied databases of metadata: D1's, or sqld's. */
  readonly databases: string;
  /** With a folder for each class of Durable Objects. */
  readonly objects: string;
}

export async function silenceCopy({ databases, objects }: CopiedFolders): Promise<void> {
  const newest = (await databasesIn(databases)).map((path) => withDatabase(path, silenceHooks));
  const upTo = Math.max(0, ...newest);
  for (const name of await namesIn(objects)) {
    const silence = name.endsWith("-Courier") ? silenceCourier : name.endsWith("-Notifier") ? silenceNotifier : null;
    if (silence === null) continue;
    for (const path of await databasesIn(join(objects, name)))
      withDatabase(path, (database) => silence(database, upTo));
  }
}

function withDatabase<Result>(path: string, use: (database: DatabaseSync) => Result): Result {
  const database = new DatabaseSync(path);
  try {
    return use(database);
  } finally {
    database.close();
  }
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

/** Without metadata.sqlite, which has the alarms. */
async function databasesIn(folder: string): Promise<string[]> {
  const names = (await namesIn(folder)).filter((name) => name === "data" || name.endsWith(".sqlite"));
  return names.filter((name) => name !== "metadata.sqlite").map((name) => join(folder, name));
}

/**
 * A hook that is updated through the API is switched on again, and then receives what happens in the copy.
 *
 * @returns the id of the newest event; 0 for none
 */
function silenceHooks(database: DatabaseSync): number {
  // The copy may be of an older schema. It is migrated later, which would make hooks of these that are switched on.
  if (hasColumn(database, "project_hooks", "id")) database.exec("delete from project_hooks");
  if (!hasColumn(database, "hooks", "enabled") || !hasColumn(database, "events", "id")) return 0;
  const newest = database.prepare("select max(id) as newest from events").get()?.newest;
  database.exec(
    "update hooks set enabled = 0, disabled_until = null, after_event_id = coalesce((select max(id) from events), 0)",
  );
  return typeof newest === "number" ? newest : 0;
}

function silenceCourier(database: DatabaseSync, newest: number): void {
  if (hasColumn(database, "deliveries", "state")) {
    database
      .prepare("update deliveries set state = 'failed', due = null, error = ? where state in ('waiting', 'retrying')")
      .run(REASON);
  }
  skipEvents(database, newest);
}

function silenceNotifier(database: DatabaseSync, newest: number): void {
  if (hasColumn(database, "mails", "id")) database.exec("delete from mails");
  skipEvents(database, newest);
}

/** Events that were recorded but not consumed when the copy was made. */
function skipEvents(database: DatabaseSync, newest: number): void {
  if (newest === 0 || !hasColumn(database, "consumer", "position")) return;
  database
    .prepare(
      `insert into consumer values (1, ?, 50, 0, null, 0, null) on conflict (id) do update set position = excluded.position,
        failures = 0, failing_event = null, failures_alone = 0, failing_since = null`,
    )
    .run(newest);
}

const hasColumn = (database: DatabaseSync, table: string, column: string): boolean =>
  database.prepare("select 1 from pragma_table_info(?) where name = ?").get(table, column) !== undefined;
