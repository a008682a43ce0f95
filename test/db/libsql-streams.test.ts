// Batches on streams of sqld that stay open from one batch to the next
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, createClient } from "@libsql/client/web";
import { afterAll, expect, test } from "vitest";
import { type Sqld, startSqld } from "../../scripts/sqld.ts";
import { fetchOnKeptStream } from "../../src/db/libsql-streams.ts";
import { once } from "../support/once.ts";

const folders: string[] = [];
const running: Sqld[] = [];

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "tributary-streams-"));
  folders.push(folder);
  return folder;
}

async function serve(folder: string): Promise<Sqld> {
  const sqld = await startSqld(folder);
  running.push(sqld);
  return sqld;
}

afterAll(async () => {
  for (const sqld of running) await sqld.stop();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

/** As a request has one: of its own. */
const clientOf = ({ url }: Sqld): Client => createClient({ url, fetch: fetchOnKeptStream });

const shared = once(async () => {
  const sqld = await serve(await newFolder());
  await clientOf(sqld).batch(["create table things (id integer primary key, name text unique)"], "write");
  return sqld;
});

const valuesOf = async (client: Client, sql: string) =>
  (await client.batch([sql], "read")).flatMap(({ rows }) => rows.map((row) => row[0]));

test("the next batch has the connection of the one before", async () => {
  const sqld = await shared();
  await clientOf(sqld).batch(["insert into things values (41, 'first')"], "write");
  expect(await valuesOf(clientOf(sqld), "select last_insert_rowid()")).toEqual([41]);
});

test("batches that begin together have connections of their own", async () => {
  const sqld = await shared();
  const numbers = Array.from({ length: 12 }, (_, number) => number);
  const found = await Promise.all(numbers.map((number) => valuesOf(clientOf(sqld), `select ${number}`)));
  expect(found).toEqual(numbers.map((number) => [number]));
});

test("a batch may repeat the texts of the one before", async () => {
  const sqld = await shared();
  const batch = () =>
    clientOf(sqld).batch(
      [1, 2].map((value) => ({ sql: "select ? + 1", args: [value] })),
      "read",
    );
  await batch();
  expect((await batch()).map(({ rows }) => rows[0]?.[0])).toEqual([2, 3]);
});

test("a batch that fails writes nothing, and the next one is a transaction of its own", async () => {
  const sqld = await shared();
  const insert = (name: string) => ({ sql: "insert into things (name) values (?)", args: [name] });
  await expect(clientOf(sqld).batch([insert("one"), insert("twice"), insert("twice")], "write")).rejects.toThrow(
    "SQLITE_CONSTRAINT: SQLite error: UNIQUE constraint failed: things.name",
  );
  await clientOf(sqld).batch([insert("after")], "write");
  expect(await valuesOf(clientOf(sqld), "select name from things where name <> 'first'")).toEqual(["after"]);
});

test("after a restart of the server, which forgets its streams, a batch succeeds", async () => {
  const folder = await newFolder();
  const first = await serve(folder);
  await clientOf(first).batch(["create table kept (id)", "insert into kept values (7)"], "write");
  await first.stop();
  expect(await valuesOf(clientOf(await serve(folder)), "select id from kept")).toEqual([7]);
});
