// `npm run deploy -- --libsql URL`, on a real libSQL server.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@libsql/client/web";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Sqld, startSqld } from "../../../scripts/sqld.ts";
import { Deployment } from "./deployment.ts";

let folder: string;
let sqld: Sqld;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tributary-test-sqld-"));
  sqld = await startSqld(folder);
});

afterAll(async () => {
  await sqld.stop();
  await rm(folder, { recursive: true, force: true });
});

test("the database is migrated once and its URL configured, without D1", async () => {
  const { url: libsqlUrl } = sqld;
  await using deployment = await Deployment.create();
  const first = await deployment.run({ libsqlUrl });
  expect({ ...first, databases: deployment.account.databases }).toEqual({
    failure: null,
    output: expect.stringContaining("Tributary runs at"),
    databases: [],
  });
  expect(await deployment.config()).toContain(`LIBSQL_URL = "${libsqlUrl}"`);
  const { rows } = await createClient({ url: libsqlUrl }).execute("select count(*) as projects from projects");
  expect(rows[0]?.projects).toBe(0);
  const second = await deployment.run({ libsqlUrl });
  expect(second).toEqual({ failure: null, output: expect.stringContaining("nothing to do") });
});

test("a server that cannot be reached is reported, and nothing is deployed", async () => {
  await using deployment = await Deployment.create();
  const { failure } = await deployment.run({ libsqlUrl: "http://127.0.0.1:1" });
  expect(failure).toMatch(/^http:\/\/127\.0\.0\.1:1 could not be read: .*Check the URL and LIBSQL_AUTH_TOKEN/s);
  expect(deployment.account.versions).toEqual([]);
});
