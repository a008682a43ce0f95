// GET /-/health and GET /-/readiness, for monitoring and deploy scripts: no token needed.
import { expect, test } from "vitest";
import { createApp } from "../../../src/app.ts";
import { NEWEST_MIGRATION } from "../../../src/db/queries/server/migrations.ts";
import { compareMigrations } from "../../../src/services/server/check-readiness.ts";
import { baseUrl, send } from "../../support/api.ts";
import { memoryD1 } from "../../support/runtime/d1.ts";

test("the health of an isolate is ok and never cached", async () => {
  const { status, body, headers } = await send(`${baseUrl}/-/health`);
  expect({ status, body }).toEqual({ status: 200, body: { status: "ok" } });
  expect(headers.get("cache-control")).toBe("no-store");
});

test("a migrated server with its Durable Objects is ready", async () => {
  const { status, body } = await send(`${baseUrl}/-/readiness`);
  const checks = { database: "ok", migrations: "ok", durable_objects: "ok" };
  expect({ status, body }).toEqual({ status: 200, body: { status: "ok", checks } });
});

/** The readiness of a server with this database whose Durable Objects are unreachable. */
async function readinessWith(database: D1Database) {
  const unreachable = {};
  const bindings = { DB: database, REPOSITORIES: unreachable, COURIERS: unreachable, NOTIFIERS: unreachable };
  const response = await createApp().request("http://localhost/-/readiness", {}, bindings);
  return { status: response.status, body: await response.json() };
}

test("a database without tables and unreachable Durable Objects are reported as failed", async () => {
  expect(await readinessWith(memoryD1())).toEqual({
    status: 503,
    body: { status: "failed", checks: { database: "failed", migrations: "unknown", durable_objects: "failed" } },
  });
});

test("a database without the newest migration is not ready", async () => {
  const bookkeeping = "create table d1_migrations (id integer primary key, name text)";
  const database = memoryD1([bookkeeping, "insert into d1_migrations (name) values ('0000_first.sql')"]);
  expect(await readinessWith(database)).toEqual({
    status: 503,
    body: { status: "failed", checks: { database: "ok", migrations: "pending", durable_objects: "failed" } },
  });
});

test.each([
  [NEWEST_MIGRATION, "ok"],
  ["0000_first.sql", "pending"],
  [null, "pending"],
  ["9999_later.sql", "ahead"],
])("with %s as its newest migration a database is %s", (applied, state) => {
  expect(compareMigrations(applied)).toBe(state);
});
