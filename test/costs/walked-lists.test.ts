// Lists of everything for viewers of more than 1,000 projects: the same as the lists of all groups together, for a bounded
// number of rows, whatever the number of projects. Lists of v4 that would sort or read without bound are refused.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { offline } from "../../bench/offline.ts";
import { type Seeded, seed } from "../../bench/seed.ts";
import { type Answer, send } from "../support/api.ts";
import { type FilledServer, startFilled } from "../support/plain-server.ts";
import { sampled } from "../support/sample.ts";

const ROOT_TOKEN = "root-of-the-walk-tests";

const sizes = { small: { projects: 1_200, issues: 12_000 }, large: { projects: 5_000, issues: 22_000 } };

type Size = keyof typeof sizes;

const servers = new Map<Size, Promise<FilledServer<Seeded>>>();

/** Private, archived and without issues: some projects each. Merge requests are in several projects. */
const differences = [
  "update projects set visibility_level = 0 where id % 7 = 3",
  "update projects set archived = 1 where id % 11 = 5",
  "update projects set issues_enabled = 0 where id % 13 = 6",
  `insert into merge_requests (project_id, iid, source_project_id, source_branch, target_branch, author_id, title, state,
    merge_status, created_at, updated_at) select 2 + iid % 50, iid, 2 + iid % 50, source_branch, target_branch, author_id,
    title, state, merge_status, created_at, updated_at from merge_requests`,
];

const start = (size: Size) =>
  startFilled({ ROOT_TOKEN, DATABASE_COST: "true" }, async (database) => {
    const seeded = await seed(offline(database), { users: 50, groups: 2, mergeRequests: 600, ...sizes[size] });
    for (const statement of differences) database.exec(statement);
    return seeded;
  });

beforeAll(async () => {
  for (const size of ["small", "large"] as const) servers.set(size, start(size));
  await Promise.all(servers.values());
}, 300_000);

afterAll(async () => {
  // If one has not started, the other may be starting still.
  for (const started of await Promise.allSettled(servers.values()))
    if (started.status === "fulfilled") await started.value.dispose();
});

const viewers = ["root", "reporter", "guest", "outsider", "writer"] as const;

type Viewer = (typeof viewers)[number];

async function get(size: Size, viewer: Viewer, path: string): Promise<Answer> {
  const server = await servers.get(size);
  if (server === undefined) throw new Error(`There is no ${size} server.`);
  const token = viewer === "root" ? ROOT_TOKEN : server.filled[viewer];
  return send(`${server.origin}/api/v4${path}`, { headers: { "PRIVATE-TOKEN": token } });
}

interface Listed {
  readonly id: number;
  readonly title: string;
  readonly created_at: string;
  readonly updated_at: string;
}

/** The lists of both groups, merged: the first 100. */
async function expected(viewer: Viewer, list: string) {
  const [, key = "created_at"] = /order_by=(\w+)/.exec(list) ?? [];
  const sign = list.includes("sort=asc") ? 1 : -1;
  const groups = await Promise.all(
    [1_000_000, 1_000_001].map((id) => get("large", viewer, `/groups/${id}${list}&per_page=100`)),
  );
  const rows: Listed[] = groups.flatMap(({ body }) => body);
  const keyOf = (row: Listed) => String(row[key as keyof Listed]);
  const compare = (one: Listed, other: Listed) =>
    keyOf(one) < keyOf(other) ? -1 : keyOf(one) > keyOf(other) ? 1 : one.id - other.id;
  const sorted = rows.sort((one, other) => sign * compare(one, other));
  const total = groups.reduce((sum, { headers }) => sum + Number(headers.get("x-total")), 0);
  return { ids: sorted.map(({ id }) => id), total };
}

const walks = [
  "/issues?scope=all",
  "/issues?scope=all&state=opened",
  "/issues?scope=all&state=closed&order_by=updated_at",
  "/issues?scope=all&order_by=updated_at&sort=asc",
  "/issues?scope=all&non_archived=false&sort=asc",
  "/merge_requests?scope=all",
  "/merge_requests?scope=all&state=merged&order_by=updated_at&sort=asc",
];

const searches = ["/issues?scope=all&search=needle", "/issues?scope=all&search=needle&labels=label+1&sort=asc"];

test.each(
  (["root", "guest", "outsider"] as const).flatMap((viewer, row) =>
    sampled([...walks, ...searches], row, 3).map((list) => [viewer, list] as const),
  ),
)("%s reads %s as the lists of all groups together", async (viewer, list) => {
  const { ids, total } = await expected(viewer, list);
  for (const page of [1, 2]) {
    const { status, body, headers } = await get("large", viewer, `${list}&page=${page}&per_page=20`);
    expect({ status, ids: body.map(({ id }: Listed) => id), total: Number(headers.get("x-total")) }).toEqual({
      status: 200,
      ids: ids.slice((page - 1) * 20, page * 20),
      total: searches.includes(list) ? total : Math.min(total, page * 20 + 1_000),
    });
  }
});

/** Titles and milestones that many projects have. */
const wider = [
  "/issues?scope=all&search=needle&order_by=title&sort=asc",
  "/issues?scope=all&search=number+117&in=title&state=opened",
  "/search?scope=issues&search=number+117",
  "/search?scope=merge_requests&search=number+17",
];

describe.each(viewers)("for %s", (viewer) => {
  test("a page reads at most 15,000 rows, and as many for 5,000 projects as for 1,200", async () => {
    const over: string[] = [];
    const lists = [...walks, ...searches, ...wider];
    for (const list of sampled(lists, viewers.indexOf(viewer), viewers.length)) {
      const [small, large] = await Promise.all([get("small", viewer, list), get("large", viewer, list)]);
      const rows = [small.cost.rowsRead, large.cost.rowsRead] as const;
      if (!(rows[1] <= 15_000 && rows[1] <= rows[0] * 1.1)) over.push(`${list}: ${rows.join(" and ")} rows`);
    }
    expect(over).toEqual([]);
  });
});

test("a filter without an index looks at 10,000 issues, and is refused where these do not fill the page", async () => {
  const labelled = await get("large", "root", "/issues?scope=all&labels=label+3");
  const { ids } = await expected("root", "/issues?scope=all&labels=label+3");
  expect([labelled.status, labelled.body.map(({ id }: Listed) => id)]).toEqual([200, ids.slice(0, 20)]);
  expect(labelled.headers.get("x-next-page")).toBe("2");
  const confidential = await get("large", "outsider", "/issues?scope=all&confidential=true");
  expect([confidential.status, confidential.body]).toEqual([
    400,
    {
      error:
        "scope all looks at 10000, of which 0 are in the list. Name a user by author, assignee or reviewer, or list a group or a project.",
    },
  ]);
  expect(Math.max(labelled.cost.rowsRead, confidential.cost.rowsRead)).toBeLessThan(100_000);
});

test("a page is full with the last match among 10,000 issues, and has a next one; a larger one is refused", async () => {
  const newest: Listed[] = (await get("large", "root", "/issues?scope=all")).body;
  const list = `/issues?scope=all&created_after=${newest.at(-1)?.created_at}`;
  const full = await get("large", "root", list);
  const { headers } = full;
  expect([full.status, full.body.length, headers.get("x-total"), headers.get("x-next-page")]).toEqual([
    ...[200, 20, "21", "2"],
  ]);
  const larger = await get("large", "root", `${list}&per_page=21`);
  expect([larger.status, larger.body.error]).toEqual([
    400,
    expect.stringContaining("looks at 10000, of which 20 are in the list."),
  ]);
});

test("pages that follow each other reach the end of a list of 22,000 issues", async () => {
  const list = "/issues?scope=all&non_archived=false&sort=asc&per_page=100";
  const { headers: first } = await get("large", "root", list);
  const { ids, total } = await expected("root", "/issues?scope=all&non_archived=false&sort=desc");
  const far = await get("large", "root", `${list}&page=190`);
  const last = await get("large", "root", `${list}&page=${Math.ceil(total / 100)}`);
  expect([first.get("x-total"), far.status, far.body.length, last.headers.get("x-next-page")]).toEqual([
    "1100",
    200,
    100,
    "",
  ]);
  expect(last.body.at(-1).id).toBe(ids[0]);
});

test("an order without an index is refused beyond 10,000 issues", async () => {
  const { status, body } = await get("large", "root", "/issues?scope=all&order_by=title");
  expect([status, body]).toEqual([
    400,
    { error: "order_by title sorts at most 10000 of a list. Narrow it by filters." },
  ]);
});

test("milestones of all projects are found among the newest 10,000", async () => {
  const found = "/search?scope=milestones&search=MILESTONE+3";
  const [admin, outsider] = [await get("large", "root", found), await get("large", "outsider", found)];
  expect([admin.status, admin.body.length, Number(admin.headers.get("x-total"))]).toEqual([200, 20, 1_000]);
  // Of the projects 4,001 to 5,000, 142 are private.
  expect(Number(outsider.headers.get("x-total"))).toBe(858);
  const inPrivate = outsider.body.filter(({ project_id }: { project_id: number }) => project_id % 7 === 3);
  expect([outsider.body.length, inPrivate]).toEqual([20, []]);
  expect(admin.cost.rowsRead).toBeLessThan(30_000);
});

test("an order without an index sorts 10,000 matches and refuses more", async () => {
  const all = await get("large", "reporter", "/projects/1/issues?order_by=title");
  expect([all.status, all.body]).toEqual([
    400,
    { error: "order_by title sorts at most 10000 of a list. Narrow it by filters." },
  ]);
  expect(all.cost.rowsRead).toBeLessThan(45_000);
  const opened = await get("large", "reporter", "/projects/1/issues?order_by=title&state=opened&sort=asc&per_page=1");
  expect([opened.status, Number(opened.headers.get("x-total")) > 5_000]).toEqual([200, true]);
  expect(Number((await get("large", "reporter", "/projects/1/issues")).headers.get("x-total"))).toBeGreaterThan(10_000);
});

test("statistics of everything count in 1,000 projects and refuse more, unless they are about a person", async () => {
  const { status, body, cost } = await get("large", "reporter", "/issues_statistics?scope=all");
  expect([status, body]).toEqual([
    400,
    {
      error:
        "scope all reads at most 1000 projects. Name a user by author, assignee or reviewer, or list a group or a project.",
    },
  ]);
  expect(cost.rowsRead).toBeLessThan(20_000);
  expect((await get("large", "reporter", "/issues?scope=all")).status).toBe(200);
  expect((await get("large", "reporter", "/issues_statistics?scope=all&author_username=user2")).status).toBe(200);
});

test("a search for comments reads the newest 10,000 notes of a project", async () => {
  const notes = `with recursive n(i) as (select 1 union all select i + 1 from n where i < 12000)
    insert into notes (project_id, target_type, target_id, author_id, body, created_at, updated_at)
    select 1, 'Issue', (select min(id) from issues where project_id = 1 and confidential = 0), 1,
      iif(i = 1, 'the oldest heron', 'a heron ' || i), '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z' from n`;
  await (await servers.get("large"))?.sql(notes);
  const all = await get("large", "reporter", "/projects/1/search?scope=notes&search=HERON&per_page=100");
  expect([all.status, all.headers.get("x-total"), all.body.length]).toEqual([200, "10000", 100]);
  expect(all.cost).toMatchObject({ roundTrips: 1 });
  // Six rows for a note that is read, three more for one that has the word.
  expect(all.cost.rowsRead).toBeLessThan(100_000);
  const rare = await get("large", "reporter", "/projects/1/search?scope=notes&search=oldest+heron");
  expect(rare.body).toEqual([]);
  expect(rare.cost.rowsRead).toBeLessThan(65_000);
});
