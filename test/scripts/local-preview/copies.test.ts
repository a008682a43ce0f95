// Copies of the state: of one moment, also while it is written to, and silent.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, renameSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { copyForPreview, removeLeftCopies } from "../../../scripts/local-preview/copies.ts";
import { copyDatabases } from "../../../scripts/local-preview/copy-state.ts";
import { silenceCopy } from "../../../scripts/local-preview/silence-copy.ts";
import { freePort } from "../../../scripts/ports.ts";
import { courierSteps } from "../../../src/hooks/courier-schema.ts";
import { notifierSteps } from "../../../src/notifications/notifier-schema.ts";
import { cases } from "../../support/sample.ts";

class Folder {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  static async create(): Promise<Folder> {
    return new Folder(await mkdtemp(join(tmpdir(), "tributary-test-copy-")));
  }

  /** Creates the folders of the path. */
  async open(path: string, ...statements: string[]): Promise<DatabaseSync> {
    await mkdir(dirname(join(this.path, path)), { recursive: true });
    // A copy under way locks its database for a moment.
    const database = new DatabaseSync(join(this.path, path), { timeout: 10_000 });
    for (const statement of statements) database.exec(statement);
    return database;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
  }
}

/** Starts writing to two databases, as another process does. */
async function startWriter(folder: Folder, seed: number, longestPause: number) {
  for (const name of ["from/one", "from/other"]) await mkdir(join(folder.path, name), { recursive: true });
  const paths = ["from/one/1.sqlite", "from/other/2.sqlite"].map((path) => join(folder.path, path));
  const script = join(import.meta.dirname, "writer.js");
  const child = spawn(process.execPath, [
    "--disable-warning=ExperimentalWarning",
    script,
    ...paths,
    String(seed),
    String(longestPause),
  ]);
  await once(child.stdout, "data");
  return {
    [Symbol.asyncDispose]: async () => {
      child.stdin.end();
      await once(child, "close");
    },
  };
}

const greatest = (folder: Folder, path: string): unknown => {
  const database = new DatabaseSync(join(folder.path, path));
  try {
    expect(database.prepare("pragma integrity_check").all()).toEqual([{ integrity_check: "ok" }]);
    return database.prepare("select coalesce(max(number), 0) as greatest from numbers").get()?.greatest;
  } finally {
    database.close();
  }
};

test.each(Array.from({ length: cases(6, 2) }, (_, at) => at + 1))(
  "seed %i: two databases that are written in turn are copied as they were at one moment",
  async (seed) => {
    await using folder = await Folder.create();
    await using _writer = await startWriter(folder, seed, 200);
    await copyDatabases(join(folder.path, "from"), join(folder.path, "to"), ["one", "other"], {
      passes: 2_000,
      pause: 5,
    });
    const [one, other] = ["to/one/1.sqlite", "to/other/2.sqlite"].map((path) => Number(greatest(folder, path)));
    expect(one === other || one === Number(other) + 1).toBe(true);
  },
);

test("databases that are written all the time are refused", async () => {
  await using folder = await Folder.create();
  const database = await folder.open("from/1.sqlite", "pragma journal_mode = wal", "create table t (n)");
  const limits = { passes: 5, pause: 1 };
  let isOver = false;
  const copying = copyDatabases(join(folder.path, "from"), join(folder.path, "to"), [""], limits).finally(() => {
    isOver = true;
  });
  const refused = expect(copying).rejects.toThrow(/changes all the time.*then try again/s);
  // In this process, whose every turn has a write: another one may be kept waiting between two passes.
  for (; !isOver; await new Promise(setImmediate)) database.exec("insert into t values (1)");
  await refused;
  database.close();
});

test("a database that is deleted or replaced while others are copied is deleted or copied anew", async () => {
  await using folder = await Folder.create();
  const kept = await folder.open("from/a/1.sqlite", "create table t (n)", "insert into t values (1)");
  for (let number = 2; number < 6; number += 1)
    (await folder.open(`from/a/${number}.sqlite`, "create table t (n)")).close();
  (await folder.open("new.sqlite", "create table t (n)", "insert into t values (7)")).close();
  const [from, to] = [join(folder.path, "from"), join(folder.path, "to")];
  const copying = copyDatabases(from, to, ["a", "missing"], { passes: 1_000, pause: 1 });
  await rm(join(from, "a/2.sqlite"));
  // Each write makes another pass necessary, so that what follows in this turn is not too late.
  for (let isCopied = false; !isCopied; await new Promise(setImmediate)) {
    isCopied = existsSync(join(to, "a/3.sqlite"));
    kept.exec("insert into t values (2)");
    if (isCopied) renameSync(join(folder.path, "new.sqlite"), join(from, "a/3.sqlite"));
  }
  await copying;
  const copied = (await readdir(join(to, "a"))).filter((name) => name.endsWith(".sqlite"));
  expect(copied.sort()).toEqual(["1.sqlite", "3.sqlite", "4.sqlite", "5.sqlite"]);
  kept.close();
  const copy = new DatabaseSync(join(to, "a/3.sqlite"));
  expect(copy.prepare("select n from t").all()).toEqual([{ n: 7 }]);
  copy.close();
});

test.each(["../up", "", ".hidden", "a/b", "a".repeat(61)])("the name %j is refused", async (preview) => {
  const options = { stateDir: "/nowhere", preview, database: "d1" as const, server: { pid: process.pid, port: 0 } };
  await expect(copyForPreview(options)).rejects.toThrow("cannot name a preview");
});

test.each(["d1", "libsql"] as const)("a state without %s is refused with what to do", async (database) => {
  await using folder = await Folder.create();
  const server = { pid: process.pid, port: await freePort() };
  const options = { stateDir: folder.path, preview: "demo", database, server };
  await expect(copyForPreview(options)).rejects.toThrow("or run npm start once");
  expect(await readdir(folder.path)).toEqual([]);
});

const hooksTable =
  "create table hooks (id integer primary key, enabled integer, disabled_until text, after_event_id integer)";
const eventsTable = "create table events (id integer primary key)";
const consumed = "insert into consumer values (1, 3, 25, 2, 4, 1, 1000)";

test("queued deliveries and mails are dropped, hooks are off, and unread events are skipped", async () => {
  await using folder = await Folder.create();
  const filled = [
    hooksTable,
    eventsTable,
    "insert into events values (3), (9)",
    "insert into hooks values (1, 1, 'soon', 2)",
  ];
  (await folder.open("d1/1.sqlite", ...filled)).close();
  const deliveries = ["waiting", "retrying", "delivered"].map(
    (state) => `insert into deliveries (hook_id, webhook_id, event, body_id, state, attempts, due, created_at)
      values (1, 'msg', 'Issue Hook', 1, '${state}', 1, 1000, 1)`,
  );
  (await folder.open("do/tributary-Courier/1.sqlite", ...courierSteps.flat(), ...deliveries, consumed)).close();
  const mail = "insert into mails (user_id, event_id, due) values (1, 3, 1000)";
  (await folder.open("do/tributary-Notifier/1.sqlite", ...notifierSteps.flat(), mail)).close();
  (
    await folder.open(
      "do/tributary-Repository/1.sqlite",
      "create table outbox (event)",
      "insert into outbox values ('push')",
    )
  ).close();
  (await folder.open("do/tributary-Courier/metadata.sqlite", "create table _cf_ALARM (actor_id)")).close();
  await silenceCopy({ databases: join(folder.path, "d1"), objects: join(folder.path, "do") });

  const rows = async (path: string, query: string) => {
    const database = await folder.open(path);
    const found = database.prepare(query).all();
    database.close();
    return found;
  };
  expect(await rows("d1/1.sqlite", "select * from hooks")).toEqual([
    { id: 1, enabled: 0, disabled_until: null, after_event_id: 9 },
  ]);
  expect(await rows("do/tributary-Courier/1.sqlite", "select state, due from deliveries")).toEqual([
    { state: "failed", due: null },
    { state: "failed", due: null },
    { state: "delivered", due: 1000 },
  ]);
  const position = "select position, page_size, failures, failing_event from consumer";
  const skipped = { position: 9, failures: 0, failing_event: null };
  expect(await rows("do/tributary-Courier/1.sqlite", position)).toMatchObject([skipped]);
  expect(await rows("do/tributary-Notifier/1.sqlite", position)).toMatchObject([skipped]);
  expect(await rows("do/tributary-Notifier/1.sqlite", "select * from mails")).toEqual([]);
  expect(await rows("do/tributary-Repository/1.sqlite", "select * from outbox")).toHaveLength(1);
});

test("a state of an older schema, and one without events, is left as it is", async () => {
  await using folder = await Folder.create();
  (await folder.open("d1/1.sqlite", "create table issues (id)")).close();
  (await folder.open("d1/2.sqlite", hooksTable, eventsTable)).close();
  (await folder.open("do/tributary-Courier/1.sqlite", ...(courierSteps[0] ?? []))).close();
  (await folder.open("do/tributary-Notifier/1.sqlite")).close();
  const silent = silenceCopy({ databases: join(folder.path, "d1"), objects: join(folder.path, "do") });
  await expect(silent).resolves.toBeUndefined();
});

test("hooks of a schema before hooks could be switched off are deleted", async () => {
  await using folder = await Folder.create();
  const former = ["create table project_hooks (id integer primary key)", "insert into project_hooks values (1)"];
  (await folder.open("d1/1.sqlite", ...former)).close();
  await silenceCopy({ databases: join(folder.path, "d1"), objects: join(folder.path, "do") });
  const database = await folder.open("d1/1.sqlite");
  expect(database.prepare("select * from project_hooks").all()).toEqual([]);
  database.close();
});

test("a left copy is deleted, and a folder that no server has claimed is not", async () => {
  await using folder = await Folder.create();
  for (const name of ["left", "photographs"]) await mkdir(join(folder.path, "previews", name), { recursive: true });
  const ended = { pid: 2 ** 30, port: 1 };
  await writeFile(join(folder.path, "previews/left/server.json"), JSON.stringify(ended));
  await removeLeftCopies(folder.path);
  expect(await readdir(join(folder.path, "previews"))).toEqual(["photographs"]);
});
