// `npm run preview -- --libsql URL`: a database of the preview's own, on a real libSQL server.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@libsql/client/web";
import { afterAll, expect, test } from "vitest";
import { type Sqld, startSqld } from "../../../scripts/sqld.ts";
import { once } from "../../support/once.ts";
import { Workplace } from "./workplace.ts";

const started: (() => Promise<unknown>)[] = [];

async function emptyServer(): Promise<Sqld> {
  const folder = await mkdtemp(join(tmpdir(), "tributary-test-sqld-"));
  const sqld = await startSqld(folder);
  started.push(() => sqld.stop().then(() => rm(folder, { recursive: true, force: true })));
  return sqld;
}

/** To which no test writes. */
const untouched = once(emptyServer);

afterAll(() => Promise.all(started.map((stop) => stop())));

test("the database is migrated and its URL configured, without D1, and the next run needs no URL", async () => {
  const { url } = await emptyServer();
  await using place = await Workplace.create();
  place.variables = { LIBSQL_AUTH_TOKEN: "a-token" };
  expect((await place.preview({ libsqlUrl: url })).failure).toBeNull();
  expect(place.account.previews.get("fix-typo")).toMatchObject({
    databases: [],
    vars: { LIBSQL_URL: url },
    secrets: { LIBSQL_AUTH_TOKEN: "a-token", ROOT_TOKEN: expect.any(String) },
  });
  const { rows } = await createClient({ url }).execute("select count(*) as projects from projects");
  expect(rows[0]?.projects).toBe(0);
  expect((await place.preview()).output).toContain("is up to date");
  expect(place.account.databases.map(({ name }) => name)).toEqual(["tributary", "tributary-previews"]);
});

test("production's database is refused", async () => {
  const { url } = await untouched();
  const bindings = [{ type: "plain_text", name: "LIBSQL_URL", text: url.replace("http:", "libsql:") }];
  await using place = await Workplace.create("fix-typo", { bindings });
  expect((await place.preview({ libsqlUrl: url })).failure).toContain("is production's database");
  expect(place.account.previews.size).toBe(0);
});

test("another preview's database is refused", async () => {
  const { url } = await emptyServer();
  await using place = await Workplace.create("one");
  await place.preview({ libsqlUrl: url });
  await place.switchTo("two");
  expect((await place.preview({ libsqlUrl: url })).failure).toContain("is the database of the preview one");
});

test("a database with projects, of whatever server, is refused", async () => {
  const { url } = await emptyServer();
  const client = createClient({ url });
  await client.execute("create table projects (id integer)");
  await client.execute("insert into projects values (1), (2)");
  await using place = await Workplace.create();
  expect((await place.preview({ libsqlUrl: url })).failure).toMatch(
    /already has 2 projects.*Create an empty database/s,
  );
  expect(place.account.previews.size).toBe(0);
});

test("a database that cannot be reached is a failure", async () => {
  await using place = await Workplace.create();
  const { failure } = await place.preview({ libsqlUrl: "http://127.0.0.1:1" });
  expect(failure).toContain("Check the URL and LIBSQL_AUTH_TOKEN");
});

test("a preview keeps its kind of database", async () => {
  await using place = await Workplace.create();
  await place.preview();
  const libsqlUrl = (await untouched()).url;
  expect((await place.preview({ libsqlUrl })).failure).toMatch(/uses D1.*npm run preview:delete -- fix-typo/s);
});

test("deleting the preview leaves the database, and says so; recreating it needs an empty one", async () => {
  await using place = await Workplace.create();
  await place.preview({ libsqlUrl: (await emptyServer()).url });
  place.account.previews.clear();
  expect((await place.preview()).failure).toContain("Create an empty one");
  const other = (await emptyServer()).url;
  await place.preview({ libsqlUrl: other });
  expect((await place.delete()).output).toContain(`Its database at ${other} is left`);
});
