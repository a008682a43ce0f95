// GET /projects/:id/issues, and one of them
import { describe, expect, test } from "vitest";
import { createUser, ok } from "../../../support/actors.ts";
import type { Answer } from "../../../support/api.ts";
import { createCast, createIssue, createProject } from "../../../support/factories.ts";
import { exactly, issuesOf, list } from "./issue-lists.ts";

const idsOf = (answer: Answer): number[] => answer.body.map((issue: { id: number }) => issue.id);

test("the newest issue comes first", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  const first = await createIssue(owner, project);
  const second = await createIssue(owner, project);
  const answer = await owner.get(`/projects/${project.id}/issues`);
  expect({ status: answer.status, body: idsOf(answer) }).toEqual({ status: 200, body: [second.id, first.id] });
});

describe("order", () => {
  const days = ["2016-01-03", "2016-01-01", "2016-01-02"];

  test.each([
    [{}, [0, 2, 1]],
    [{ sort: "asc" }, [1, 2, 0]],
    [{ order_by: "updated_at" }, [0, 2, 1]],
    [{ order_by: "updated_at", sort: "asc" }, [1, 2, 0]],
  ])("with %j", async (query, expected) => {
    const owner = await createUser();
    const project = await createProject(owner);
    const ids: number[] = [];
    for (const created_at of days) ids.push((await createIssue(owner, project, { created_at })).id);
    const answer = await owner.get(`/projects/${project.id}/issues`, query);
    expect({ status: answer.status, body: idsOf(answer) }).toEqual({
      status: 200,
      body: expected.map((at) => ids[at]),
    });
  });

  test("ties are broken by id, so that pages are disjoint and complete", async () => {
    const owner = await createUser();
    const project = await createProject(owner);
    const issues = await Promise.all(
      Array.from({ length: 7 }, () => createIssue(owner, project, { created_at: "2016-01-01" })),
    );
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => owner.get(`/projects/${project.id}/issues`, { page, per_page: 2 })),
    );
    const descending = issues.map(({ id }) => id).sort((a, b) => b - a);
    expect({ status: pages.map(({ status }) => status), body: pages.flatMap(idsOf) }).toEqual({
      status: [200, 200, 200, 200],
      body: descending,
    });
  });
});

test.each([
  [{ state: "opened" }, 2, "2"],
  [{ state: "closed" }, 0, "0"],
  [{ state: "all" }, 2, "2"],
])("filtered by %j, rows and total agree", async (query, rows, total) => {
  const owner = await createUser();
  const project = await createProject(owner);
  await createIssue(owner, project);
  await createIssue(owner, project, { confidential: true });
  const answer = await owner.get(`/projects/${project.id}/issues`, query);
  expect({ status: answer.status, rows: answer.body.length, total: answer.headers.get("x-total") }).toEqual({
    status: 200,
    rows,
    total,
  });
});

test("filtered by author, only that author's issues are listed and counted", async () => {
  const { cast, project } = await createCast();
  await createIssue(cast.owner, project);
  const own = await createIssue(cast.developer, project);
  const secret = await createIssue(cast.developer, project, { confidential: true });
  const answer = await cast.master.get(`/projects/${project.id}/issues`, { author_id: cast.developer.id });
  expect({ status: answer.status, body: idsOf(answer), total: answer.headers.get("x-total") }).toEqual({
    status: 200,
    body: [secret.id, own.id],
    total: "2",
  });
});

test.each([
  ["1", 1],
  ["2", 0],
])("iid %s matches only the issue that has it", async (iid, found) => {
  const owner = await createUser();
  const project = await createProject(owner);
  await createIssue(owner, project);
  const answer = await owner.get(`/projects/${project.id}/issues`, { iid });
  expect({ status: answer.status, rows: answer.body.length, total: answer.headers.get("x-total") }).toEqual({
    status: 200,
    rows: found,
    total: String(found),
  });
});

test.each([
  [{ state: "open" }, "state does not have a valid value"],
  [{ state: "" }, "state does not have a valid value"],
  [{ order_by: "id" }, "order_by does not have a valid value"],
  [{ sort: "DESC" }, "sort does not have a valid value"],
  [{ iid: "abc" }, "iid is invalid"],
])("%j is refused", async (query, error) => {
  const owner = await createUser();
  const project = await createProject(owner);
  expect(await owner.get(`/projects/${project.id}/issues`, query)).toMatchObject({ status: 400, body: { error } });
});

test("with issues disabled the list is empty and an issue is 404", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  const issue = await createIssue(owner, project);
  await ok(owner.put(`/projects/${project.id}`, { issues_enabled: false }));
  expect(await owner.get(`/projects/${project.id}/issues`)).toMatchObject({ status: 200, body: [] });
  expect(await owner.get(`/projects/${project.id}/issues/${issue.id}`)).toMatchObject({
    status: 404,
    body: { message: "404 Not found" },
  });
});

test("the project can be addressed by its path, with any parameters", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  const issue = await createIssue(owner, project, { title: "needle", labels: "bug" });
  await createIssue(owner, await createProject(owner), { title: "needle", labels: "bug" });
  const path = `/projects/${encodeURIComponent(project.path_with_namespace.toUpperCase())}/issues`;
  const queries = [
    {},
    { state: "opened" },
    { author_id: owner.id },
    { labels: "bug" },
    { search: "needle" },
    { iid: 1 },
  ];
  for (const query of queries) expect(await list(owner, path, query), JSON.stringify(query)).toEqual(exactly(issue));
});

test.each([
  [0, ["external", "outsider"]],
  [10, ["external"]],
] as const)("a project of level %d is 404 for %j, with any parameters", async (visibility_level, strangers) => {
  const { cast, project } = await createCast({ visibility_level }, { visibility_level });
  await createIssue(cast.owner, project, { title: "needle", labels: "bug" });
  const missing = { status: 404, text: '{"message":"404 Project Not Found"}' };
  for (const query of [{}, { state: "opened" }, { labels: "bug" }, { search: "needle" }, { iid: 1 }]) {
    for (const name of strangers) expect(await list(cast[name], issuesOf(project), query)).toEqual(missing);
    expect(await list(cast.owner, "/projects/999999999/issues", query)).toEqual(missing);
    expect(await list(cast.guest, issuesOf(project), query)).toMatchObject({ status: 200, total: 1 });
  }
});

describe("one issue", () => {
  test("is found by its global id, not by its iid", async () => {
    const owner = await createUser();
    const [project, other] = [await createProject(owner), await createProject(owner)];
    // Has the lower id, so that no iid below is the id of an issue of the project.
    await createIssue(owner, other);
    const issue = await createIssue(owner, project);
    expect(await owner.get(`/projects/${project.id}/issues/${issue.id}`)).toMatchObject({
      status: 200,
      body: { id: issue.id, iid: 1 },
    });
    expect(await owner.get(`/projects/${project.id}/issues/1`)).toMatchObject({
      status: 404,
      body: { message: "404 Not found" },
    });
  });

  test("of another project is 404", async () => {
    const owner = await createUser();
    const [project, other] = [await createProject(owner), await createProject(owner)];
    const issue = await createIssue(owner, other);
    expect(await owner.get(`/projects/${project.id}/issues/${issue.id}`)).toMatchObject({
      status: 404,
      body: { message: "404 Not found" },
    });
  });

  test("with an id that is not a number is 400", async () => {
    const owner = await createUser();
    const project = await createProject(owner);
    expect(await owner.get(`/projects/${project.id}/issues/abc`)).toMatchObject({
      status: 400,
      body: { error: "issue_id is invalid" },
    });
  });
});

test.each([
  [{ labels: "bug" }, 0],
  [{ labels: "" }, 1],
  [{ milestone: "v1" }, 0],
  [{ milestone: "No Milestone" }, 1],
])("filtered by %j, a client never gets an issue it did not select", async (query, rows) => {
  const owner = await createUser();
  const project = await createProject(owner);
  await createIssue(owner, project);
  const answer = await owner.get(`/projects/${project.id}/issues`, query);
  expect({ status: answer.status, rows: answer.body.length, total: answer.headers.get("x-total") }).toEqual({
    status: 200,
    rows,
    total: String(rows),
  });
});
