// Costs of the list of notifications: rows that are bounded however many a user has.
import { expect, onTestFinished, test } from "vitest";
import { ok } from "../support/actors.ts";
import { send } from "../support/api.ts";
import { startPlain } from "../support/plain-server.ts";

test("the list reads the newest 1,000 unread and the newest 1,000 read ones, and marking all as read works in batches of 1,000", async () => {
  const token = "root-of-the-cost-tests";
  const vars = { ROOT_TOKEN: token, DATABASE_COST: "true" };
  const server = await startPlain(vars);
  onTestFinished(() => server.dispose());
  const call = (path: string, init: RequestInit = {}) =>
    send(`${server.origin}/api/v3${path}`, { ...init, headers: { "PRIVATE-TOKEN": token } });
  const { id } = await ok(call("/projects?name=p", { method: "POST" }));
  await ok(call(`/projects/${id}/issues?title=t`, { method: "POST" }));
  /** Every other one is read. */
  const insert = (from: number, upTo: number) =>
    server.sql(`insert into notifications
          (user_id, event_id, event_kind, actor_id, project_id, target_type, target_id, reason, read, created_at)
        with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${upTo})
        select 1, -i, 'commented', 1, ${id}, 'Issue', 1, 'author', i % 2, '2026-01-01T00:00:00.000Z' from n`);
  const read = async (path: string) => {
    const { status, body, headers, cost } = await call(path);
    return { status, rows: body.length, total: Number(headers.get("x-total")), read: cost.rowsRead };
  };
  const readAll = async () => [await read("/notifications"), await read("/notifications?unread=true")];
  await insert(1, 2_000);
  const many = await readAll();
  expect(many.map(({ rows, total }) => [rows, total])).toEqual([
    [20, 2_000],
    [20, 1_000],
  ]);
  expect(Math.max(...many.map(({ read: rows }) => rows))).toBeLessThanOrEqual(10 * 2_000);
  await insert(2_001, 20_000);
  expect(await readAll()).toEqual(many);
  const readSome = async () => (await call("/notifications/read", { method: "POST" })).body;
  expect([await readSome(), await readSome()]).toEqual([1_000, 1_000]);
}, 60_000);
