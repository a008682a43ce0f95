// How many rows the database reads for the first page of a list: as many as the page asks for, whatever the size of
// the tables. D1 tells the number exactly, so this runs on D1 only; the data are those of the benchmarks.
import type { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { offline } from "../../bench/offline.ts";
import { type Seeded, seed } from "../../bench/seed.ts";
import { unique } from "../support/actors.ts";
import { type Answer, Caller, send, type Values } from "../support/api.ts";
import { type FilledServer, startFilled } from "../support/plain-server.ts";
import { isSample, sampled } from "../support/sample.ts";

const sizes = isSample ? ([7_000, 21_000] as const) : ([10_000, 100_000] as const);
const [, larger] = sizes;
const growth = isSample ? "three times" : "ten times";
const perPage = 20;

/** A hundred done todos and fifty releases; notes on an issue and a merge request, and events, grow with the size. */
function addRecords(database: DatabaseSync, scale: number): void {
  const numbers = (count: number) =>
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})`;
  const at = "strftime('%Y-%m-%dT%H:%M:%fZ', 1000000000 + i, 'unixepoch')";
  const notes = (target: string) => `insert into notes (project_id, target_type, target_id, author_id, body, created_at,
    updated_at) ${numbers(scale)} select 1, ${target}, 100 + i % 40, 'A word', ${at}, ${at} from n`;
  const statements = [
    notes("'Issue', 4"),
    notes("'MergeRequest', 3"),
    `insert into todos (user_id, project_id, target_type, target_id, author_id, action, state, created_at,
      updated_at) ${numbers(100)} select 101, 1, 'Issue', 2 * i, 102, 'assigned', 'done', ${at}, ${at} from n`,
    `insert into releases (project_id, tag, description, created_at, updated_at)
      ${numbers(50)} select 1, 'v' || i, 'Notes', ${at}, ${at} from n`,
    `insert into events (kind, actor_id, namespace_id, project_id, target_id, created_at)
      ${numbers(scale * 30)} select 'issue_opened', 101, ${GROUP}, 1, 2 * (1 + i % 2000), ${at} from n`,
  ];
  for (const statement of statements) database.exec(statement);
}

const servers = new Map<number, Promise<FilledServer<Seeded>>>();

function start(issues: number): Promise<FilledServer<Seeded>> {
  const scale = issues / 100;
  const size = { users: scale, groups: scale, projects: scale / 2, issues, mergeRequests: issues / 50 };
  return startFilled({ ROOT_TOKEN: "root-of-the-cost-tests", DATABASE_COST: "true" }, async (database) => {
    const seeded = await seed(offline(database), size);
    addRecords(database, scale);
    return seeded;
  });
}

beforeAll(async () => {
  for (const issues of sizes) servers.set(issues, start(issues));
  await Promise.all(servers.values());
});

afterAll(async () => {
  // If one has not started, the other may be starting still.
  for (const started of await Promise.allSettled(servers.values()))
    if (started.status === "fulfilled") await started.value.dispose();
});

type Viewer = "writer" | "reporter" | "guest" | "outsider" | "root";

const answers = new Map<string, Promise<Answer>>();

/** Nothing changes here, so responses can be reused. */
function get(issues: number, viewer: Viewer, path: string): Promise<Answer> {
  const key = `${issues} ${viewer} ${path}`;
  const answer = answers.get(key) ?? ask(issues, viewer, path);
  answers.set(key, answer);
  return answer;
}

async function ask(issues: number, viewer: Viewer, path: string): Promise<Answer> {
  const server = await servers.get(issues);
  if (server === undefined) throw new Error(`There is no server with ${issues} issues.`);
  const token = viewer === "root" ? "root-of-the-cost-tests" : server.filled[viewer];
  const address = path.startsWith("/api/") ? path : `/api/v3${path}`;
  return send(server.origin + address, { headers: { "PRIVATE-TOKEN": token } });
}

async function create(issues: number, path: string, values: Values): Promise<Answer> {
  const server = await servers.get(issues);
  if (server === undefined) throw new Error(`There is no server with ${issues} issues.`);
  return new Caller("root-of-the-cost-tests").post(`${server.origin}/api/v3${path}`, values);
}

const viewers: Viewer[] = ["writer", "reporter", "guest", "outsider", "root"];

/** What a viewer reads of these paths: in a sample each path is read by one viewer, and each viewer reads one at least. */
const readBy = (viewer: Viewer, paths: readonly string[]): readonly string[] =>
  sampled(paths, viewers.indexOf(viewer), Math.min(viewers.length, paths.length));

const orders = ["id", "name", "path", "created_at", "updated_at", "last_activity_at"];
const GROUP = 1_000_000;

const issueLists = [
  "/projects/1/issues",
  "/projects/1/issues?state=opened",
  "/projects/1/issues?state=closed",
  "/projects/1/issues?sort=asc",
  "/projects/1/issues?order_by=updated_at",
  "/projects/1/issues?order_by=updated_at&state=opened&sort=asc",
  "/projects/1/issues?author_id=104",
  "/projects/1/issues?author_id=104&order_by=updated_at&state=closed",
];

/** Lists over ten projects. */
const wideIssueLists = [
  `/groups/${GROUP + 1}/issues`,
  `/groups/${GROUP + 1}/issues?state=opened`,
  `/groups/${GROUP + 1}/issues?order_by=updated_at&sort=asc`,
];

/** Of the author, who wrote in ten projects. */
const authoredIssueLists = [
  "/issues",
  "/issues?state=closed&order_by=updated_at",
  `/groups/${GROUP + 1}/issues?author_id=140`,
  "/api/v4/issues",
  "/api/v4/issues?state=opened&order_by=updated_at",
];

/** Each matches the same hundred issues at either size. */
const narrowedIssueLists = [
  "/projects/1/issues?labels=label+1",
  "/projects/1/issues?labels=label+1,nothing&state=opened&sort=asc",
  "/projects/1/issues?milestone=milestone+1",
  "/projects/1/milestones/1/issues",
  "/projects/1/issues?search=needle",
  "/projects/1/issues?search=A+NEEDLE+in&order_by=updated_at",
  "/projects/1/issues?labels=label+1&milestone=milestone+1&search=needle",
];

/** By one filter, whatever the number of matches: 2,600 of the larger size have the label. */
const filteredLists = [
  "/projects/1/issues?labels=label+5",
  "/projects/1/issues?labels=label+5&state=opened&sort=asc",
  "/projects/1/issues?milestone=No+Milestone&state=closed",
  "/projects/1/issues?milestone=milestone+1&order_by=updated_at",
  "/projects/1/milestones/1/issues",
  "/projects/1/issues?assignee_id=0&order_by=updated_at",
  "/projects/1/issues?assignee_id=104&state=opened",
];

/** v4's of one filter. */
const filteredV4Lists = [
  "/projects/1/issues?labels=label+5&state=closed",
  "/projects/1/issues?milestone=None",
  "/projects/1/issues?scope=assigned_to_me",
  "/projects/1/merge_requests?assignee_id=None&order_by=updated_at",
  "/projects/1/merge_requests?milestone=None&state=merged",
].map((path) => `/api/v4${path}`);

/** Of which there is more at the larger size. */
const growingFilteredLists = [
  "/projects/1/issues?assignee_username=user8&order_by=updated_at",
  "/projects/1/merge_requests?author_username=user8&state=opened",
  "/projects/1/merge_requests?labels=label+5&state=opened",
].map((path) => `/api/v4${path}`);

/** v4's, which clients read most: glab's, Renovate's and those of the dashboards. */
const v4Lists = [
  "/projects/1/issues?state=opened&in=title,description",
  "/projects/1/issues?order_by=updated_at&sort=asc",
  "/projects/1/issues?author_username=user104&state=closed",
  "/projects/1/issues?state=opened&scope=created_by_me",
  "/projects/1/issues?iids[]=1&iids[]=2",
  "/projects/1/merge_requests?state=opened",
  "/projects/1/merge_requests?order_by=updated_at",
  "/projects/1/merge_requests?source_branch=branch7",
  "/issues?scope=all&assignee_username=user104&order_by=title",
  "/merge_requests?scope=reviews_for_me",
  "/merge_requests?scope=all&author_username=user104",
].map((path) => `/api/v4${path}`);

/** Of which there is more at the larger size. */
const growingV4Lists = [
  "/projects/1/merge_requests?scope=created_by_me&order_by=updated_at&sort=desc",
  "/projects/1/merge_requests?search=number+177",
  "/merge_requests",
].map((path) => `/api/v4${path}`);

/** Over ten projects. */
const wideV4Lists = [
  `/api/v4/groups/${GROUP + 1}/issues?state=opened`,
  `/api/v4/groups/${GROUP + 1}/merge_requests?state=opened`,
];

/** Each matches the same hundred issues at either size. */
const narrowedV4Lists = [
  "/projects/1/issues?labels=label+1&order_by=title",
  "/projects/1/issues?labels=label+1&not[labels]=nothing&milestone=Any&assignee_id=None",
  "/projects/1/issues?milestone=milestone+1&order_by=label_priority",
  "/projects/1/issues?search=needle&in=title",
].map((path) => `/api/v4${path}`);

const otherLists = [
  ...orders.flatMap((order) => [
    `/projects?order_by=${order}`,
    `/projects/visible?order_by=${order}&sort=asc`,
    `/groups/${GROUP}/projects?order_by=${order}`,
  ]),
  "/projects/owned",
  "/projects/owned?statistics=true",
  "/projects/starred",
  "/groups",
  "/groups?all_available=true",
  "/groups?all_available=true&order_by=path&sort=desc",
  "/groups/owned",
  "/groups/owned?statistics=true",
  "/users",
  "/users?active=true",
  "/users?username=user1",
  "/namespaces",
  "/todos",
  "/projects/1/milestones",
  `/groups/${GROUP}/members`,
  "/projects/1/members",
];

/** v4's of the same records. */
const otherV4Lists = [
  ...orders.flatMap((order) => [`/projects?order_by=${order}&sort=asc`, `/projects?membership=true&order_by=${order}`]),
  `/groups/${GROUP}/projects`,
  "/projects?owned=true",
  "/projects?starred=true",
  "/projects?pagination=keyset&order_by=id",
  "/groups",
  "/groups?all_available=true",
  "/groups?owned=true",
  "/users",
  "/users?active=true",
  "/users?username=user1",
  "/users?username=USER1&active=true&order_by=name",
  "/namespaces",
  "/todos",
  "/projects/1/milestones",
  `/groups/${GROUP}/members`,
  "/projects/1/members",
].map((path) => `/api/v4${path}`);

/** At the larger size they begin with projects of another kind. */
const visibleProjectsOfV4 = orders.map((order) => `/api/v4/projects?order_by=${order}`);

/** With inherited members. */
const allMembersOfV4 = [`/groups/${GROUP}/members/all`, "/projects/1/members/all"].map((path) => `/api/v4${path}`);

/** What belongs to a project. */
const belongingsOfV4 = [
  "/projects/1/labels?with_counts=true",
  "/projects/1/labels?search=label",
  "/projects/1/issues/4/notes",
  "/projects/1/issues/4/discussions",
  "/projects/1/merge_requests/3/notes",
  "/projects/1/merge_requests/3/discussions",
  "/projects/1/releases",
  "/projects/1/users",
  "/projects/1/search?scope=milestones&search=milestone",
  "/projects/1/search?scope=users&search=user1",
].map((path) => `/api/v4${path}`);

/** Searches over ten projects, and searches with a hundred matches. */
const searchesOfV4 = [
  `/groups/${GROUP + 1}/search?scope=milestones&search=milestone+1`,
  "/projects/1/search?scope=issues&search=needle",
].map((path) => `/api/v4${path}`);

/** Of 2,000 entries. */
const feedsOfV4 = ["/events", "/events?scope=all", "/users/101/events", "/projects/1/events"].map(
  (path) => `/api/v4${path}`,
);

describe.each([
  ["issue lists", issueLists, 15 * perPage + 50],
  ["issue lists over several projects", wideIssueLists, 20 * perPage + 50],
  ["issue lists by one filter", filteredLists, 15 * perPage + 50],
  ["lists of v4 by one filter", [...filteredV4Lists, ...growingFilteredLists], 25 * perPage + 50],
  ["issue lists with 100 matches", narrowedIssueLists, 12 * 100 + 15 * perPage + 50],
  ["lists of v4", [...v4Lists, ...growingV4Lists], 25 * perPage + 50],
  ["lists of v4 over several projects", wideV4Lists, 30 * perPage + 50],
  ["lists of v4 with 100 matches", narrowedV4Lists, 20 * 100 + 25 * perPage + 50],
  ["other lists", otherLists, 6 * perPage + 50],
  ["other lists of v4", [...otherV4Lists, ...visibleProjectsOfV4], 6 * perPage + 50],
  ["lists of v4 of all members", allMembersOfV4, 15 * perPage + 50],
  ["what belongs to a project of v4", belongingsOfV4, 15 * perPage + 50],
  ["searches of v4 with 100 matches", searchesOfV4, 6 * 100 + 15 * perPage + 50],
  ["todos of v4, where there are 100", ["/api/v4/todos?state=done"], 10 * 100 + 15 * perPage + 50],
  ["feeds of v4", feedsOfV4, 5 * 2_000 + 20 * perPage + 50],
])("%s", (_, paths, bound) => {
  test.each(viewers)(`read at most ${bound} rows for %s, at either size`, async (viewer) => {
    const over: string[] = [];
    // One request at a time on each server: what a request finds read already does not depend on the clock.
    const readAll = async (size: number) => {
      for (const path of readBy(viewer, paths)) {
        const { status, cost } = await get(size, viewer, path);
        if (status !== 200 || !(cost.rowsRead <= bound))
          over.push(`${path} at ${size}: ${status}, ${cost.rowsRead} rows`);
      }
    };
    await Promise.all(sizes.map(readAll));
    expect(over).toEqual([]);
  });
});

test.each(viewers)("page 100 of 50 issues reads at most 2,500 rows for %s", async (viewer) => {
  const lists = ["", "&state=opened", "&state=opened&sort=asc", "&sort=asc"];
  const answers = await Promise.all(
    lists.map((list) => get(larger, viewer, `/projects/1/issues?page=100&per_page=50${list}`)),
  );
  expect(answers.map(({ body }) => body.length)).toEqual([50, 50, 50, 50]);
  expect(Math.max(...answers.map(({ cost }) => cost.rowsRead))).toBeLessThanOrEqual(2_500);
});

test("a user's issues in ten projects cost a read of each of them, and ten rows more per project", async () => {
  const costs = await Promise.all(
    authoredIssueLists.flatMap((path) => sizes.map(async (size) => (await get(size, "writer", path)).cost.rowsRead)),
  );
  expect(Math.max(...costs)).toBeLessThanOrEqual(20 * perPage + 50 + 10 * 10);
});

test("what is assigned to a user is read once for each of it, and ten rows more per project", async () => {
  const answers = await Promise.all(sizes.map((size) => get(size, "reporter", "/api/v4/issues?scope=assigned_to_me")));
  const over = answers.filter(({ cost, headers }) => {
    const total = Number(headers.get("x-total"));
    return !(cost.rowsRead <= 6 * total + 25 * perPage + 50 + 10 * Math.min(total, 500));
  });
  expect(over.map(({ cost }) => cost.rowsRead)).toEqual([]);
});

test("a page of labels of v4 reads as many rows for each label as v3's list", async () => {
  const answers = await Promise.all(sizes.map((size) => get(size, "reporter", "/api/v4/projects/1/labels")));
  expect(Math.max(...answers.map(({ cost }) => cost.rowsRead))).toBeLessThanOrEqual(12 * 20 + 50);
});

test("all labels of a project are read in proportion to their number, not to their issues", async () => {
  const answers = await Promise.all(sizes.map((size) => get(size, "reporter", "/projects/1/labels")));
  expect(answers.map(({ body }) => body.length)).toEqual([20, 20]);
  expect(Math.max(...answers.map(({ cost }) => cost.rowsRead))).toBeLessThanOrEqual(10 * 20 + 50);
});

test(`a page costs the same at ${growth} the size`, async () => {
  const grown: string[] = [];
  for (const viewer of viewers) {
    const lists = [
      issueLists,
      filteredLists,
      filteredV4Lists,
      wideIssueLists,
      narrowedIssueLists,
      otherLists,
      wideV4Lists,
      v4Lists,
    ];
    const ofV4 = [narrowedV4Lists, otherV4Lists, belongingsOfV4, searchesOfV4, feedsOfV4];
    for (const path of [...lists, ...ofV4].flatMap((paths) => readBy(viewer, paths))) {
      const [small, large] = await Promise.all(sizes.map((size) => get(size, viewer, path)));
      // A few more rows where a longer list fills its page, or where another kind of project exists at all.
      if (!large || !small || large.cost.rowsRead > small.cost.rowsRead + 5) {
        grown.push(`${viewer} ${path}: ${small?.cost.rowsRead} and ${large?.cost.rowsRead} rows`);
      }
    }
  }
  expect(grown).toEqual([]);
});

test.each([
  ["a user who is new", () => unique("user"), 201],
  ["a user whose name is taken in another case", () => "USER1", 400],
])(`creating %s costs as many rows at ${growth} the size`, async (_, name, status) => {
  const answers = await Promise.all(
    sizes.map((size) => {
      const username = name();
      const person = { username, name: username, email: `${unique("user")}@example.com`, password: "secret-enough" };
      return create(size, "/users", person);
    }),
  );
  const [small, large] = answers.map(({ cost }) => cost.rowsRead);
  expect(answers.map((answer) => answer.status)).toEqual([status, status]);
  expect(large).toBe(small);
});
