// What a courier stores in its own database, and the limits of it.
import { expect, test, vi } from "vitest";
import type { HookRow } from "../../src/db/queries/hooks/hooks.ts";
import { Sql } from "../../src/durable-objects/sqlite.ts";
import { Deliveries } from "../../src/hooks/deliveries.ts";
import type { DeliveryRow } from "../../src/hooks/delivery-row.ts";
import { nodeStorage } from "../support/node-storage.ts";

const now = Date.parse("2026-01-01T00:00:00.000Z");

const dispatches = (count: number, body = "{}") =>
  Array.from({ length: count }, (_, index) => ({
    eventId: index + 1,
    event: "Issue Hook",
    body,
    settings: [],
    hookIds: [1],
  }));

const attempt = {
  at: now,
  duration: 1,
  url: "https://example.com",
  headers: {},
  outcome: { kind: "delivered", answer: { status: 200, headers: {}, body: "" } },
} as const;

function takeFirst(deliveries: Deliveries): void {
  const first = deliveries.nextFirst(1, now);
  if (first !== null) deliveries.note(first, attempt, null);
}

const eventsOf = ({ rows }: { rows: DeliveryRow[] }): string[] => rows.map(({ webhook_id }) => webhook_id);

test("beyond the row limit the oldest finished deliveries are deleted first", () => {
  const deliveries = new Deliveries(new Sql(nodeStorage()), { deliveries: 300, bytes: 1_000_000 });
  deliveries.open();
  deliveries.add(dispatches(2), now);
  takeFirst(deliveries);
  deliveries.add(dispatches(299), now);
  const kept = deliveries.list(1, 400, 0);
  expect(kept.total).toBe(300);
  expect(kept.rows.every(({ state }) => state === "waiting")).toBe(true);
});

test("the same holds beyond the limit of bytes, and unsent deliveries are deleted last, which is reported", () => {
  using reports = vi.spyOn(console, "error").mockImplementation(() => {});
  const deliveries = new Deliveries(new Sql(nodeStorage()), { deliveries: 1_000, bytes: 2_500_000 });
  deliveries.open();
  deliveries.add(dispatches(300, "x".repeat(10_000)), now);
  expect(eventsOf(deliveries.list(1, 400, 0)).at(-1)).toBe("msg_201_1");
  expect(deliveries.nextFirst(1, now)).toMatchObject({ webhook_id: "msg_201_1" });
  expect(reports.mock.calls).toEqual([["200 unfinished deliveries to hooks were deleted"]]);
});

test("deliveries queued before the delivery log existed are still sent", () => {
  const storage = nodeStorage();
  for (const statement of [
    "create table position (event_id integer not null)",
    `create table deliveries (id integer primary key autoincrement, hook_id integer not null,
      event_id integer not null, event text not null)`,
    "create index deliveries_of_hook on deliveries (hook_id, id)",
    "create index deliveries_of_event on deliveries (event_id)",
    `create table bodies (event_id integer not null, part integer not null,
      content blob not null, primary key (event_id, part)) without rowid`,
    "insert into position values (8)",
    "insert into deliveries (id, hook_id, event_id, event) values (4, 1, 7, 'Issue Hook'), (5, 2, 7, 'Issue Hook')",
    "insert into bodies values (7, 0, x'7b7d')",
  ]) {
    storage.sql.exec(statement);
  }
  const deliveries = new Deliveries(new Sql(storage));
  deliveries.open();
  expect(storage.sql.exec("select position from consumer").toArray()).toEqual([{ position: 8 }]);
  const first = deliveries.nextFirst(2, now);
  expect(first).toMatchObject({ id: 5, webhook_id: "msg_7_2", event: "Issue Hook", attempts: 0 });
  expect(first && new TextDecoder().decode(deliveries.body(first))).toBe("{}");
  expect(storage.sql.exec("select * from totals").toArray()).toEqual([{ deliveries: 2, bytes: 2 }]);
});

test("tables are created once", () => {
  const storage = nodeStorage();
  new Deliveries(new Sql(storage)).open();
  const deliveries = new Deliveries(new Sql(storage));
  deliveries.open();
  deliveries.add(dispatches(1), now);
  expect(deliveries.list(1, 10, 0).total).toBe(1);
});

test("a delivery that has waited for six days shows as failed for one day", () => {
  const deliveries = new Deliveries(new Sql(nodeStorage()));
  deliveries.open();
  deliveries.hooks.update(new Map([[1, { id: 1, enabled: 1, updated_at: "" } as HookRow]]), now);
  deliveries.add(dispatches(2), now);
  const day = 24 * 60 * 60 * 1_000;
  deliveries.deleteOld(now + 6 * day);
  expect(deliveries.list(1, 10, 0).rows.map(({ state }) => state)).toEqual(["waiting", "waiting"]);
  deliveries.deleteOld(now + 6 * day + 1);
  const error = "It waited for six days behind others that failed";
  expect(deliveries.list(1, 10, 0).rows).toMatchObject([
    { state: "failed", error },
    { state: "failed", error },
  ]);
  deliveries.deleteOld(now + 7 * day);
  expect(deliveries.list(1, 10, 0).total).toBe(2);
  deliveries.deleteOld(now + 7 * day + 1);
  expect(deliveries.list(1, 10, 0).total).toBe(0);
});
