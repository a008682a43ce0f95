// The driver for D1 with replicas: which state a batch reads.
import { expect, test } from "vitest";
import { D1Sessions } from "../../src/db/d1-sessions.ts";
import { Database } from "../../src/db/database.ts";
import { Random } from "../git/random.ts";
import { ReplicatedD1 } from "../support/runtime/replicated-d1.ts";

const read = { sql: "select n from counted", params: [] };
const write = { sql: "update counted set n = n + 1", params: [] };
const fault = { sql: "select missing from counted", params: [] };

/** A database whose replicas have the first commits only: they will never have the others by themselves. */
async function lagging() {
  const d1 = new ReplicatedD1();
  const binding = d1.binding();
  const other = new Database(new D1Sessions(binding));
  await other.batch({ sql: "create table counted (n)", params: [] });
  await other.batch({ sql: "insert into counted values (1)", params: [] });
  d1.configure(new Random(1), [1_000_000, 1_000_000]);
  return { d1, other, db: new Database(new D1Sessions(binding)) };
}

const value = async (db: Database) => (await db.batch(read))[0];

test("from the primary a later batch sees what others have written since the one before", async () => {
  const { db, other } = await lagging();
  const values: unknown[] = [];
  for (let n = 1; n <= 10; n += 1) {
    values.push(await value(db));
    await other.batch(write);
  }
  expect(values).toEqual(Array.from({ length: 10 }, (_, n) => [{ n: n + 1 }]));
});

test("from a bookmark no batch sees an older state", async () => {
  const { db, other } = await lagging();
  await other.batch(write);
  db.startAt(other.bookmark ?? "");
  await other.batch(write);
  const values = [await value(db), await value(db), await value(db)];
  expect(values.flat().map((row) => Number(Object.values(row as object)[0]) >= 2)).toEqual([true, true, true]);
});

test("after a failed batch the newest state is read", async () => {
  const { db, other } = await lagging();
  db.startAt(other.bookmark ?? "");
  await value(db);
  for (let writes = 0; writes < 5; writes += 1) await other.batch(write);
  await expect(db.batch(fault)).rejects.toThrow("no such column");
  expect(await value(db)).toEqual([{ n: 6 }]);
});

test("a read that fails because no replica has a migration is repeated at the primary", async () => {
  const { db, other } = await lagging();
  db.startAt(other.bookmark ?? "");
  await value(db);
  await other.batch({ sql: "alter table counted add column m default 7", params: [] });
  const migrated = { sql: "select m from counted", params: [], reads: true };
  const values: unknown[] = [];
  for (let n = 0; n < 5; n += 1) {
    db.startAt("first-unconstrained");
    values.push(...(await db.batch(migrated)));
  }
  expect(values).toEqual(Array(5).fill([{ m: 7 }]));
});

test("a read that fails at the primary, too, is an error", async () => {
  const { db, other } = await lagging();
  db.startAt(other.bookmark ?? "");
  await expect(db.batch({ ...fault, reads: true })).rejects.toThrow("no such column");
});
