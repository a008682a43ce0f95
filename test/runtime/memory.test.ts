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
