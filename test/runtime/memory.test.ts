// Behaviour of the in-process platform that differs from workerd on purpose.
import { expect, test } from "vitest";
import { Sql } from "../../src/durable-objects/sqlite.ts";
import { repositorySteps } from "../../src/git/repository/schema.ts";
import { memoryD1 } from "../support/runtime/d1.ts";
import { migrate, migratedD1, withSchema } from "../support/runtime/migrated-d1.ts";
import { repositoryStorage } from "../support/runtime/migrated-storage.ts";
import { Chores } from "../support/runtime/objects.ts";
import { MemoryStorage } from "../support/runtime/storage.ts";

test("a batch in which two columns share a name is refused, because D1 would return wrong values", async () => {
  const d1 = memoryD1();
  await expect(d1.batch([d1.prepare("select 1 as id, 2 as id")])).rejects.toThrow("Two columns share a name");
});

test("rows are the same however often a statement has run", async () => {
  const query = `select 'a' as text, x'0102' as bytes, null as missing, 1.5 as number, 2 as "a ""quoted"" name"
    union all select 'b', x'', 0, -1, null`;
  const d1 = memoryD1();
  const sql = new Sql(new MemoryStorage());
  for (let run = 1; run <= 20; run++) {
    const { results } = await d1.prepare(query).all();
    expect(results).toEqual([
      { text: "a", bytes: [1, 2], missing: null, number: 1.5, 'a "quoted" name': 2 },
      { text: "b", bytes: [], missing: 0, number: -1, 'a "quoted" name': null },
    ]);
    expect(sql.rows(query)).toEqual([
      { text: "a", bytes: new Uint8Array([1, 2]).buffer, missing: null, number: 1.5, 'a "quoted" name': 2 },
      { text: "b", bytes: new ArrayBuffer(0), missing: 0, number: -1, 'a "quoted" name': null },
    ]);
  }
});

test("a statement that has run often has the columns of a later schema", async () => {
  const d1 = memoryD1(["create table t (a)", "insert into t values (1)"]);
  const row = () => d1.prepare("select * from t").first();
  for (let run = 1; run <= 20; run++) expect(await row()).toEqual({ a: 1 });
  await d1.prepare("alter table t add column b").run();
  expect(await row()).toEqual({ a: 1, b: null });
});

/** When a migration was applied, or a user of the server created by it. */
const times = /"\d{4}-\d\d-\d\d[ T][\d:.]+Z?"/g;

/** The schema and all rows, without times. */
async function contentOf(d1: D1Database): Promise<string> {
  const rowsOf = async (sql: string) => (await d1.prepare(sql).all<Record<string, unknown>>()).results;
  const schema = await rowsOf("select type, name, sql from sqlite_schema order by type, name");
  const names = schema.filter(({ type }) => type === "table").map(({ name }) => String(name));
  const rows = await Promise.all(names.map(async (name) => [name, await rowsOf(`select * from "${name}"`)]));
  return JSON.stringify({ schema, rows }, null, 1).replaceAll(times, '"then"');
}

test("a copy of the migrated database is what the migrations make", async () => {
  const d1 = memoryD1();
  await migrate(d1);
  expect(await contentOf(await migratedD1())).toEqual(await contentOf(d1));
});

test("a database with the schema alone differs from it by the records of the migrations", async () => {
  const d1 = await migratedD1();
  await d1.prepare("drop table d1_migrations").run();
  await d1.prepare("delete from sqlite_sequence where name = 'd1_migrations'").run();
  expect(await contentOf(withSchema())).toEqual(await contentOf(d1));
});

test("a copy of a repository's storage is what its steps make", () => {
  const contentOf = (sql: Sql) => ({
    schema: sql.rows("select type, name, sql from sqlite_schema order by type, name"),
    steps: sql.rows("select * from schema_steps"),
  });
  const migrated = new Sql(new MemoryStorage());
  migrated.migrate(repositorySteps);
  expect(contentOf(new Sql(repositoryStorage()))).toEqual(contentOf(migrated));
});

test("settle rings the alarms that are due soon, and waits for all of their work", async () => {
  const chores = new Chores();
  const done: string[] = [];
  const soon = chores.addAlarm(async () => {
    await new Promise(setImmediate);
    done.push("rung");
    chores.waitUntil(new Promise(setImmediate).then(() => done.push("followed")));
  });
  const later = chores.addAlarm(async () => {
    done.push("too early");
  });
  soon.set(Date.now() + 1_000);
  later.set(Date.now() + 60_000);
  await chores.settle(2_000);
  expect(done).toEqual(["rung", "followed"]);
  later.clear();
});

test("an alarm that throws is set again, later each time", async () => {
  const chores = new Chores(() => {});
  const alarm = chores.addAlarm(() => Promise.reject(new Error("It does not work")));
  const pauses: number[] = [];
  for (let failure = 0; failure < 3; failure++) {
    alarm.ring();
    await chores.settle(0);
    pauses.push(Math.round(((alarm.time ?? 0) - Date.now()) / 1_000));
  }
  alarm.clear();
  expect(pauses).toEqual([2, 4, 8]);
});
