// Lists of v4 that would sort or read without bound are refused, on a server with more than they do.
import { afterAll, beforeAll, expect, test } from "vitest";
import { offline } from "../../bench/offline.ts";
import { type Seeded, seed } from "../../bench/seed.ts";
import { type Answer, send } from "../support/api.ts";
import { type FilledServer, startFilled } from "../support/plain-server.ts";

let server: FilledServer<Seeded>;

beforeAll(async () => {
  const vars = { ROOT_TOKEN: "root-of-the-bound-tests", DATABASE_COST: "true" };
  // Half of the issues are in the first project.
  const size = { users: 50, groups: 2, projects: 1_001, issues: 20_100, mergeRequests: 0 };
  server = await startFilled(vars, (database) => seed(offline(database), size));
});

afterAll(async () => {
  await server.dispose();
});

const get = (path: string): Promise<Answer> =>
  send(`${server.origin}/api/v4${path}`, { headers: { "PRIVATE-TOKEN": server.filled.reporter } });

test("an order without an index sorts 10,000 matches and refuses more", async () => {
  const all = await get("/projects/1/issues?order_by=title");
  expect([all.status, all.body]).toEqual([
    400,
    { error: "order_by title sorts at most 10000 of a list. Narrow it by filters." },
  ]);
  expect(all.cost.rowsRead).toBeLessThan(45_000);
  const opened = await get("/projects/1/issues?order_by=title&state=opened&sort=asc&per_page=1");
  expect([opened.status, Number(opened.headers.get("x-total")) > 5_000]).toEqual([200, true]);
  expect(Number((await get("/projects/1/issues")).headers.get("x-total"))).toBeGreaterThan(10_000);
});

test("statistics of everything count in 1,000 projects and refuse more, unless they are about a person", async () => {
  const { status, body, cost } = await get("/issues_statistics?scope=all");
  expect([status, body]).toEqual([
    400,
    {
      error:
        "scope all reads at most 1000 projects. Name a user by author, assignee or reviewer, or list a group or a project.",
    },
  ]);
  expect(cost.rowsRead).toBeLessThan(20_000);
  expect((await get("/issues?scope=all")).status).toBe(200);
  expect((await get("/issues_statistics?scope=all&author_username=user2")).status).toBe(200);
});

test("a search for comments reads the newest 10,000 notes of a project", async () => {
  const notes = `with recursive n(i) as (select 1 union all select i + 1 from n where i < 12000)
    insert into notes (project_id, target_type, target_id, author_id, body, created_at, updated_at)
    select 1, 'Issue', (select min(id) from issues where project_id = 1 and confidential = 0), 1,
      iif(i = 1, 'the oldest heron', 'a heron ' || i), '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z' from n`;
  await server.sql(notes);
  const all = await get("/projects/1/search?scope=notes&search=HERON&per_page=100");
  expect([all.status, all.headers.get("x-total"), all.body.length]).toEqual([200, "10000", 100]);
  expect(all.cost).toMatchObject({ roundTrips: 1 });
  // Six rows for a note that is read, three more for one that has the word.
  expect(all.cost.rowsRead).toBeLessThan(100_000);
  const rare = await get("/projects/1/search?scope=notes&search=oldest+heron");
  expect(rare.body).toEqual([]);
  expect(rare.cost.rowsRead).toBeLessThan(65_000);
});
