// GET /issues: issues the caller wrote, in projects they can still read.
import { describe, expect, test } from "vitest";
import { createAdmin, createUser, levels, ok } from "../../../support/actors.ts";
import { joinGroup, joinProject, shareWith } from "../../../support/belonging.ts";
import { yesterday } from "../../../support/days.ts";
import { createGroup, createIssue, createProject } from "../../../support/factories.ts";
import { editIssue, exactly, issuesOf, list } from "./issue-lists.ts";

test("the list leaves out issues by others, even if assigned to the caller or in their project", async () => {
  const [owner, other] = await Promise.all([createUser(), createUser()]);
  const project = await createProject(owner, { visibility_level: 20 });
  const own = await createIssue(owner, project);
  const theirs = await createIssue(other, project);
  await editIssue(owner, theirs, { assignee_id: owner.id });
  expect(await list(owner, "/issues")).toEqual(exactly(own));
  expect(await list(owner, "/issues", { assignee_id: owner.id })).toEqual(exactly());
  expect(await list(other, "/issues")).toEqual(exactly(theirs));
  expect(await list(other, "/issues", { assignee_id: owner.id })).toEqual(exactly(theirs));
});

test("the list has the author's issues of all projects, including confidential, closed and archived ones", async () => {
  const [owner, author] = await Promise.all([createUser(), createUser()]);
  const group = await createGroup(owner, { visibility_level: 20 });
  const [open, internal, archived] = await Promise.all([
    createProject(owner, { visibility_level: 20 }),
    createProject(owner, { visibility_level: 10, namespace_id: group.id }),
    createProject(owner, { visibility_level: 20 }),
  ]);
  const home = await createProject(author);
  const issues = [
    await createIssue(author, open, { confidential: true }),
    await createIssue(author, internal),
    await createIssue(author, archived, { confidential: true }),
    await createIssue(author, home),
  ];
  const [closed] = issues;
  if (closed) await editIssue(author, closed, { state_event: "close" });
  await ok(owner.post(`/projects/${archived.id}/archive`));
  expect(await list(author, "/issues")).toEqual(exactly(...issues));
  expect(await list(author, "/issues", { state: "closed" })).toEqual(closed && exactly(closed));
  expect(await list(author, "/issues", { state: "opened" })).toEqual(exactly(...issues.slice(1)));
});

test("the list of an administrator has only their own issues", async () => {
  const [owner, admin] = await Promise.all([createUser(), createAdmin()]);
  const project = await createProject(owner);
  await createIssue(owner, project);
  expect(await list(admin, "/issues")).toEqual(exactly());
  const own = await createIssue(admin, project);
  expect(await list(admin, "/issues")).toEqual(exactly(own));
  expect(await list(admin, "/issues", { search: "issue", labels: "" })).toEqual(exactly(own));
});

test("the parameter author_id matches the caller or nothing", async () => {
  const [owner, other] = await Promise.all([createUser(), createUser()]);
  const project = await createProject(owner, { visibility_level: 20 });
  const own = await createIssue(owner, project);
  await createIssue(other, project);
  expect(await list(owner, "/issues", { author_id: owner.id })).toEqual(exactly(own));
  expect(await list(owner, "/issues", { author_id: other.id })).toEqual(exactly());
  expect(await list(owner, "/issues", { author_id: 0 })).toEqual(exactly());
});

/** Queries for every query plan: by counters, and by matching rows. */
const queries = [{}, { state: "opened" }, { assignee_id: 0 }, { search: "issue" }, { search: "is" }];

describe("an issue disappears when its author loses the right to read the project, and returns with it,", () => {
  test("by leaving a private project", async () => {
    const [owner, author] = await Promise.all([createUser(), createUser()]);
    const [left, kept] = await Promise.all([createProject(owner), createProject(author)]);
    await joinProject(owner, left, author, "guest");
    const issue = await createIssue(author, left, { title: "issue", confidential: true });
    const other = await createIssue(author, kept, { title: "issue" });
    for (const query of queries) expect(await list(author, "/issues", query)).toEqual(exactly(issue, other));
    await ok(author.delete(`/projects/${left.id}/members/${author.id}`));
    for (const query of queries) expect(await list(author, "/issues", query)).toEqual(exactly(other));
    await joinProject(owner, left, author, "guest");
    for (const query of queries) expect(await list(author, "/issues", query)).toEqual(exactly(issue, other));
  });

  test("by leaving a group", async () => {
    const [owner, author] = await Promise.all([createUser(), createUser()]);
    const group = await createGroup(owner);
    const project = await createProject(owner, { namespace_id: group.id });
    await joinGroup(owner, group, author, "developer");
    const issue = await createIssue(author, project, { title: "issue" });
    for (const query of queries) expect(await list(author, "/issues", query)).toEqual(exactly(issue));
    await ok(owner.delete(`/groups/${group.id}/members/${author.id}`));
    for (const query of queries) expect(await list(author, "/issues", query)).toEqual(exactly());
  });

  test("by the expiry of a membership or of a share", async () => {
    const [owner, author] = await Promise.all([createUser(), createUser()]);
    const group = await createGroup(author);
    const [joined, shared] = await Promise.all([createProject(owner), createProject(owner)]);
    await joinProject(owner, joined, author, "guest");
    await shareWith(owner, shared, group, "guest");
    const [one, two] = [
      await createIssue(author, joined, { title: "issue" }),
      await createIssue(author, shared, { title: "issue" }),
    ];
    for (const query of queries) expect(await list(author, "/issues", query)).toEqual(exactly(one, two));
    await ok(owner.delete(`/projects/${shared.id}/share/${group.id}`));
    for (const query of queries) expect(await list(author, "/issues", query)).toEqual(exactly(one));
    const ended = { access_level: levels.guest, expires_at: yesterday() };
    await ok(owner.put(`/projects/${joined.id}/members/${author.id}`, ended));
    for (const query of queries) expect(await list(author, "/issues", query)).toEqual(exactly());
  });

  test("by making a project private", async () => {
    const [owner, author] = await Promise.all([createUser(), createUser()]);
    const project = await createProject(owner, { visibility_level: 20 });
    const issue = await createIssue(author, project, { title: "issue" });
    await ok(owner.put(`/projects/${project.id}`, { visibility_level: 0 }));
    for (const query of queries) expect(await list(author, "/issues", query)).toEqual(exactly());
    await ok(owner.put(`/projects/${project.id}`, { visibility_level: 20 }));
    for (const query of queries) expect(await list(author, "/issues", query)).toEqual(exactly(issue));
  });

  test("by making the author external", async () => {
    const [owner, author] = await Promise.all([createUser(), createUser()]);
    const project = await createProject(owner, { visibility_level: 10 });
    await createIssue(author, project, { title: "issue" });
    const admin = await createAdmin();
    await ok(admin.put(`/users/${author.id}`, { external: true }));
    for (const query of queries) expect(await list(author, "/issues", query)).toEqual(exactly());
  });

  test("by disabling issues", async () => {
    const owner = await createUser();
    const [off, on] = await Promise.all([createProject(owner), createProject(owner)]);
    await createIssue(owner, off, { title: "issue" });
    const issue = await createIssue(owner, on, { title: "issue" });
    await ok(owner.put(`/projects/${off.id}`, { issues_enabled: false }));
    for (const query of queries) {
      expect(await list(owner, "/issues", query)).toEqual(exactly(issue));
      expect(await list(owner, issuesOf(off), query)).toEqual(exactly());
    }
  });

  test("by deleting the project", async () => {
    const owner = await createUser();
    const project = await createProject(owner);
    await createIssue(owner, project, { title: "issue" });
    await ok(owner.delete(`/projects/${project.id}`));
    for (const query of queries) expect(await list(owner, "/issues", query)).toEqual(exactly());
  });
});

test("an issue has the shape of a single issue, in any project", async () => {
  const owner = await createUser();
  const group = await createGroup(owner);
  const [one, two] = [await createProject(owner), await createProject(owner, { namespace_id: group.id })];
  const issues = [await createIssue(owner, one, { labels: "b,a" }), await createIssue(owner, two)];
  const singles = await Promise.all(
    issues.map(({ project_id, id }) => owner.get(`/projects/${project_id}/issues/${id}`)),
  );
  const { body } = await owner.get("/issues", { sort: "asc" });
  expect(body).toEqual(singles.map((answer) => answer.body));
  expect(body.map(({ web_url }: { web_url: string }) => new URL(web_url).pathname)).toEqual([
    `/${one.path_with_namespace}/issues/1`,
    `/${two.path_with_namespace}/issues/1`,
  ]);
});

test("a user who has written no issues gets an empty list", async () => {
  const { status, body, headers } = await (await createUser()).get("/issues");
  expect({ status, body, total: headers.get("x-total"), pages: headers.get("x-total-pages") }).toEqual({
    status: 200,
    body: [],
    total: "0",
    pages: "0",
  });
});
