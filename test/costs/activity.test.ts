// Costs of activity feeds: one round trip, and rows that are bounded however long the stream is.
import { expect, onTestFinished, test } from "vitest";
import { createUser, ok } from "../support/actors.ts";
import { send } from "../support/api.ts";
import { createGroup, createIssue, createProject } from "../support/factories.ts";
import { startPlain } from "../support/plain-server.ts";

test("one round trip and the same statements for one row as for thirty", async () => {
  const owner = await createUser();
  const group = await createGroup(owner);
  const project = await createProject(owner, { namespace_id: group.id });
  const costs = async () => {
    const feeds = ["/events", `/projects/${project.id}/events`, `/groups/${group.id}/events`];
    const answers = await Promise.all(feeds.map((path) => owner.get(path, { per_page: 100 })));
    return answers.map(({ status, body, cost }) => ({
      status,
      rows: body.length,
      cost: [cost.roundTrips, cost.statements],
    }));
  };
  const one = await costs();
  expect(one.map(({ status, rows, cost }) => [status, rows, cost[0]])).toEqual([200, 200, 200].map((s) => [s, 1, 1]));
  for (let n = 0; n < 29; n += 1) await createIssue(owner, project);
  expect(await costs()).toEqual(one.map((before) => ({ ...before, rows: 30 })));
});

test("a feed reads the newest 2,000 entries of the stream and their targets", async () => {
  const token = "root-of-the-cost-tests";
  const vars = { ROOT_TOKEN: token, DATABASE_COST: "true" };
  const server = await startPlain(vars);
  onTestFinished(() => server.dispose());
  const call = (path: string, init: RequestInit = {}) =>
    send(`${server.origin}/api/v3${path}`, { ...init, headers: { "PRIVATE-TOKEN": token } });
  const group = await ok(call("/groups?name=g&path=g", { method: "POST" }));
  const { id } = await ok(call(`/projects?name=p&namespace_id=${group.id}`, { method: "POST" }));
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
