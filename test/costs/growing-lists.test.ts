// Rows that lists read, however long they are: those of activity, the audit trail, notifications and merge requests. They
// share a server, because starting one costs as much as a test.
import { afterAll, beforeAll, expect, test } from "vitest";
import { ok } from "../support/actors.ts";
import { type Answer, send } from "../support/api.ts";
import { type PlainServer, startPlain } from "../support/plain-server.ts";

const ROOT_TOKEN = "root-of-the-cost-tests";

let server: PlainServer;

beforeAll(async () => {
  server = await startPlain({ ROOT_TOKEN, DATABASE_COST: "true" });
});

afterAll(async () => {
  await server.dispose();
});

const call = (path: string, init: RequestInit = {}): Promise<Answer> =>
  send(`${server.origin}/api/v3${path}`, { ...init, headers: { "PRIVATE-TOKEN": ROOT_TOKEN } });

test("a feed reads the newest 2,000 entries of the stream and their targets", async () => {
  const group = await ok(call("/groups?name=active&path=active", { method: "POST" }));
  const { id } = await ok(call(`/projects?name=active&namespace_id=${group.id}`, { method: "POST" }));
  const at = "strftime('%Y-%m-%dT%H:%M:%fZ', 1000000000 + i, 'unixepoch')";
  /** Of each four events, one opens an issue, one is a note on it, one is a push, one is no activity. */
  const insert = (from: number, upTo: number) => {
    const numbers = `with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${upTo})`;
    const texts = [
      `insert into issues (id, project_id, iid, author_id, title, created_at, updated_at)
        ${numbers} select i, ${id}, i, 1, 't', ${at}, ${at} from n where i % 4 = 0`,
      `insert into notes (id, project_id, target_type, target_id, author_id, body, created_at, updated_at)
        ${numbers} select i, ${id}, 'Issue', i - 1, 1, 'b', ${at}, ${at} from n where i % 4 = 1`,
      `insert into pushes (id, project_id, entry_id, actor_id, ref, after, created_at)
        ${numbers} select i, ${id}, i, 1, 'refs/heads/b' || i, 'a', ${at} from n where i % 4 = 2`,
      `insert into events (kind, actor_id, namespace_id, project_id, target_id, created_at)
        ${numbers} select case i % 4 when 0 then 'issue_opened' when 1 then 'note_created' when 2 then 'pushed'
          else 'issue_updated' end, 1, ${group.id}, ${id}, i, ${at} from n`,
    ];
    return server.sql(...texts);
  };
  const read = async (path: string) => {
    const { status, body, headers, cost } = await call(path);
    return { status, rows: body.length, total: Number(headers.get("x-total")), read: cost.rowsRead };
  };
  const feeds = [`/projects/${id}/events`, `/groups/${group.id}/events`, "/events"];
  /** The first page, and one past the end, which costs what the total does. */
  const readAll = async () => {
    const told = [];
    for (const feed of feeds) told.push({ feed, first: await read(feed), none: await read(`${feed}?page=1000`) });
    return told;
  };
  const pages = (told: Awaited<ReturnType<typeof readAll>>) => told.map(({ first, none }) => first.read - none.read);
  await insert(4, 103);
  const few = await readAll();
  expect(few.map(({ first }) => [first.rows, first.total])).toEqual(feeds.map(() => [20, 76]));
  await insert(104, 2_003);
  const many = await readAll();
  expect(many.map(({ first }) => [first.rows, first.total])).toEqual(feeds.map(() => [20, 1_500]));
  expect(Math.max(...many.map(({ first }) => first.read))).toBeLessThanOrEqual(5 * 2_000);
  expect(Math.max(...pages(few), ...pages(many))).toBeLessThanOrEqual(20 * 20);
  await insert(2_004, 10_003);
  expect(await readAll()).toEqual(many);
});

/** The total is not counted beyond this. */
const MOST_COUNTED = 10_000;

test("a list of the audit trail reads its page and at most 10,001 entries of an index", async () => {
  const group = await ok(call("/groups?name=audited&path=audited", { method: "POST" }));
  const { id } = await ok(call(`/projects?name=audited&namespace_id=${group.id}`, { method: "POST" }));
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

test("the list of notifications reads the newest 1,000 unread and the newest 1,000 read ones, and marking all as read works in batches of 1,000", async () => {
  const { id } = await ok(call("/projects?name=noticed", { method: "POST" }));
  const issue = await ok(call(`/projects/${id}/issues?title=t`, { method: "POST" }));
  /** Every other one is read. */
  const insert = (from: number, upTo: number) =>
    server.sql(`insert into notifications
          (user_id, event_id, event_kind, actor_id, project_id, target_type, target_id, reason, read, created_at)
        with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${upTo})
        select 1, -i, 'commented', 1, ${id}, 'Issue', ${issue.id}, 'author', i % 2, '2026-01-01T00:00:00.000Z' from n`);
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
});

test("a page of merge requests reads as many rows of 10,000 as of 100", async () => {
  const { id } = await ok(call("/projects?name=reviewed", { method: "POST" }));
  const insert = (from: number, upTo: number) =>
    server.sql(`with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${upTo})
        insert into merge_requests (project_id, iid, source_project_id, source_branch, target_branch, author_id, title,
          state, created_at, updated_at)
        select ${id}, i, ${id}, 'b' || i, 'main', 1, 't', iif(i % 3, 'opened', 'merged'),
          strftime('%Y-%m-%dT%H:%M:%fZ', 1000000000 + i, 'unixepoch'), strftime('%Y-%m-%dT%H:%M:%fZ', 1000000000 - i, 'unixepoch')
        from n`);
  const lists = [
    "",
    "?state=opened",
    "?state=merged&sort=asc",
    "?order_by=updated_at",
    "?order_by=updated_at&state=opened",
    "?iid[]=3&iid[]=4",
  ];
  const read = async () => {
    const answers: Answer[] = [];
    for (const query of lists) answers.push(await call(`/projects/${id}/merge_requests${query}`));
    return answers.map(({ body, cost }, at) => ({ list: lists[at], rows: body.length, read: cost.rowsRead }));
  };
  await insert(1, 100);
  const small = await read();
  await insert(101, 10_000);
  expect(await read()).toEqual(small);
  expect(Math.max(...small.map((list) => list.read))).toBeLessThanOrEqual(10 * 20 + 50);
});
