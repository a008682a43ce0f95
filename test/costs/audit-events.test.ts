// Costs of the audit trail's lists: rows in proportion to the page and a bounded count, however long the trail is.
import { expect, onTestFinished, test } from "vitest";
import { ok } from "../support/actors.ts";
import { send } from "../support/api.ts";
import { startPlain } from "../support/plain-server.ts";

/** The total is not counted beyond this. */
const MOST_COUNTED = 10_000;

test("a list reads its page and at most 10,001 entries of an index", async () => {
  const token = "root-of-the-audit-tests";
  const vars = { ROOT_TOKEN: token, DATABASE_COST: "true" };
  const server = await startPlain(vars);
  onTestFinished(() => server.dispose());
  const call = (path: string, init: RequestInit = {}) =>
    send(`${server.origin}/api/v3${path}`, { ...init, headers: { "PRIVATE-TOKEN": token } });
  const group = await ok(call("/groups?name=g&path=g", { method: "POST" }));
  const { id } = await ok(call(`/projects?name=p&namespace_id=${group.id}`, { method: "POST" }));
  await server.sql("delete from audit_events");
  const at = "strftime('%Y-%m-%dT%H:%M:%fZ', 1000000000 + i, 'unixepoch')";
  const insert = (from: number, upTo: number) =>
    server.sql(`insert into audit_events
        (id, event_type, author_id, entity_type, entity_id, group_id, details, created_at)
      with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${upTo})
      select i, 'member_created', 1, 'Project', ${id}, ${group.id}, '{}', ${at} from n`);
  const lists = [
    "/audit_events?",
    "/audit_events?entity_type=Project&",
    `/audit_events?entity_type=Project&entity_id=${id}&`,
    `/projects/${id}/audit_events?`,
    `/groups/${group.id}/audit_events?`,
  ];
  const until = (i: number) => `created_before=${new Date((1_000_000_000 + i) * 1000).toISOString()}&`;
  const read = async (path: string) => {
    const { status, body, headers, cost } = await call(path);
    const newest = body[0]?.id;
    return {
      status,
      rows: body.length,
      newest,
      total: headers.get("x-total"),
      roundTrips: cost.roundTrips,
      read: cost.rowsRead,
    };
  };
  const readAll = async (query = "") => {
    const answers = [];
    for (const list of lists) answers.push(await read(`${list}${query}`));
    return answers;
  };
  const same = (value: object) =>
    lists.map(() => expect.objectContaining({ status: 200, rows: 20, roundTrips: 1, ...value }));

  await insert(101, 200);
  const few = await readAll();
  expect(few).toEqual(same({ newest: 200, total: "100" }));
  // The page, its counted entries, and the rows of viewer, project and group.
  expect(Math.max(...few.map(({ read }) => read))).toBeLessThanOrEqual(100 + 20 + 20);

  await insert(201, 11_000);
  const many = await readAll();
  expect(many).toEqual(same({ newest: 11_000, total: null }));
  expect(Math.max(...many.map(({ read }) => read))).toBeLessThanOrEqual(MOST_COUNTED + 60);

  await insert(11_001, 50_000);
  expect((await readAll()).map(({ read }) => read)).toEqual(many.map(({ read }) => read));
  // An early time is found by the index.
  const early = await readAll(until(200));
  expect(early).toEqual(same({ newest: 200, total: "100" }));
  expect(Math.max(...early.map(({ read }) => read))).toBeLessThanOrEqual(100 + 20 + 20);

  // Without a total, the pages are linked up to the last one.
  const last = await call(`/projects/${id}/audit_events?per_page=100&page=499`);
  const next = [last.headers.get("x-next-page"), last.headers.get("link")?.includes('rel="last"')];
  expect([last.status, last.body.length, ...next]).toEqual([200, 100, "", false]);
});
