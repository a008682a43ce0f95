// The built package tributary-client follows pages of every form.
import { createClient, type Issue, type operations, paginate, type TributaryClient } from "tributary-client";
import { beforeAll, describe, expect, test } from "vitest";
import { type Actor, createUser } from "../../support/actors.ts";
import { baseUrl } from "../../support/api.ts";
import { createIssue, createProject, type Project } from "../../support/factories.ts";
import { History } from "../../support/history.ts";
import { clientOf, errorOf } from "./connect.ts";

const ISSUES = 250;

let owner: Actor;
let project: Project;
beforeAll(async () => {
  owner = await createUser();
  project = await createProject(owner);
  for (let from = 0; from < ISSUES; from += 50) {
    await Promise.all(Array.from({ length: 50 }, () => createIssue(owner, project)));
  }
});

/** A client, and the pages that it has requested so far: path and query. */
function counting(): { client: TributaryClient; requested: string[] } {
  const requested: string[] = [];
  const client = createClient({
    url: baseUrl,
    token: owner.token ?? undefined,
    fetch: (request) => {
      const { searchParams } = new URL(request.url);
      requested.push(`${searchParams.get("page") ?? 1} of ${searchParams.get("per_page")}`);
      return fetch(request);
    },
  });
  return { client, requested };
}

type Query = NonNullable<operations["listProjectIssues"]["parameters"]["query"]>;

const issues = (client: TributaryClient, query: Query = {}) =>
  paginate(client, "/projects/{id}/issues", { params: { path: { id: project.id }, query } });

describe("250 issues", () => {
  test.each([
    [20, 13],
    [100, 3],
  ])("%i on a page are %i requests", async (per_page, pages) => {
    const { client, requested } = counting();
    const rows: Issue[] = await Array.fromAsync(issues(client, { per_page }));
    expect(new Set(rows.map(({ iid }) => iid)).size).toBe(ISSUES);
    expect(requested).toEqual(Array.from({ length: pages }, (_, at) => `${at + 1} of ${per_page}`));
  });

  test("are read 100 at a time by default", async () => {
    const { client, requested } = counting();
    await Array.fromAsync(issues(client));
    expect(requested).toEqual(["1 of 100", "2 of 100", "3 of 100"]);
  });

  test("begin at the given page and keep the filter", async () => {
    const { client, requested } = counting();
    const rows = await Array.fromAsync(issues(client, { page: 5, per_page: 50, state: "opened" }));
    expect({ rows: rows.length, requested }).toEqual({ rows: 50, requested: ["5 of 50"] });
  });

  test("a page is requested when the loop reaches it, and none after a break", async () => {
    const { client, requested } = counting();
    const seen: string[] = [];
    let count = 0;
    for await (const _ of issues(client, { per_page: 20 })) {
      count += 1;
      if (count === 20 || count === 21) seen.push(`row ${count}: ${requested.length}`);
      if (count === 30) break;
    }
    expect({ seen, requested }).toEqual({ seen: ["row 20: 1", "row 21: 2"], requested: ["1 of 20", "2 of 20"] });
  });

  test("nothing is requested before the first row", () => {
    const { client, requested } = counting();
    issues(client);
    expect(requested).toEqual([]);
  });
});

test("lists without totals are followed to the end", async () => {
  const other = await createProject(owner);
  const history = new History();
  let tip = history.commit({ "README.md": "0\n" }, "Commit 0");
  for (let at = 1; at < 45; at++) tip = history.commit({ "README.md": `${at}\n` }, `Commit ${at}`, tip);
  history.setBranch("main", tip);
  await history.push(owner, other);
  const list = paginate(clientOf(owner), "/projects/{id}/repository/commits", {
    params: { path: { id: other.id }, query: { per_page: 20 } },
  });
  const titles = (await Array.fromAsync(list)).map(({ title }) => title);
  expect(titles).toEqual(Array.from({ length: 45 }, (_, at) => `Commit ${44 - at}`));
});

test("lists whose total is bounded are followed to the end", async () => {
  const list = paginate(clientOf(owner), "/projects/{id}/audit_events", {
    params: { path: { id: project.id }, query: { per_page: 1 } },
  });
  const rows = await Array.fromAsync(list);
  const { response } = await clientOf(owner).GET("/projects/{id}/audit_events", {
    params: { path: { id: project.id } },
  });
  expect({ rows: rows.length, isSome: rows.length > 0 }).toEqual({
    rows: Number(response.headers.get("x-total")),
    isSome: true,
  });
});

test("a whole list is one request", async () => {
  const { client, requested } = counting();
  await client.POST("/projects/{id}/labels", {
    params: { path: { id: project.id } },
    body: { name: "silt", color: "#d9534f" },
  });
  requested.length = 0;
  const labels = await Array.fromAsync(
    paginate(client, "/projects/{id}/labels", { params: { path: { id: project.id } } }),
  );
  expect({ names: labels.map(({ name }) => name), requests: requested.length }).toEqual({
    names: ["silt"],
    requests: 1,
  });
});

test("an empty list has no rows", async () => {
  const empty = await createProject(owner);
  const list = paginate(clientOf(owner), "/projects/{id}/issues", { params: { path: { id: empty.id } } });
  expect(await Array.fromAsync(list)).toEqual([]);
});

test("a refused page is thrown to the loop", async () => {
  const list = paginate(clientOf(owner), "/projects/{id}/issues", { params: { path: { id: "no/where" } } });
  expect(await errorOf(list.next())).toMatchObject({ status: 404, message: "404 Project Not Found" });
});
