// GET /projects/:id/labels
import { describe, expect, test } from "vitest";
import { type Actor, createAdmin, createUser, ok } from "../../../support/actors.ts";
import type { Answer } from "../../../support/api.ts";
import { joinProject } from "../../../support/belonging.ts";
import { createIssue, createProject, type Issue, type Project } from "../../../support/factories.ts";
import { createLabel, createOwned, labelsOf, namesOf } from "./labels.ts";

test("a project without labels answers an empty list", async () => {
  const { owner, path } = await createOwned();
  expect(await owner.get(path)).toMatchObject({ status: 200, body: [] });
});

test("the list has all labels of the project by title, and no others", async () => {
  const { owner, project, path } = await createOwned();
  const names = Array.from({ length: 30 }, (_, at) => `label ${at + 10}`);
  await Promise.all(names.toReversed().map((name) => createLabel(owner, project, { name })));
  await createLabel(owner, await createProject(owner), { name: "elsewhere" });
  const answer = await owner.get(path, { per_page: 5, page: 2 });
  expect(namesOf(answer)).toEqual(names);
  expect(answer.headers.get("x-total")).toBeNull();
});

test("the project can be addressed by its path", async () => {
  const { owner, project } = await createOwned();
  const label = await createLabel(owner, project);
  expect(await owner.get(`/projects/${encodeURIComponent(project.path_with_namespace)}/labels`)).toMatchObject({
    status: 200,
    body: [label],
  });
});

describe("the counts", () => {
  const counts = ({ body }: Answer) =>
    Object.fromEntries(
      body.map((label: Record<string, unknown>) => [
        label.name,
        [label.open_issues_count, label.closed_issues_count, label.open_merge_requests_count],
      ]),
    );

  const issuePath = ({ project_id, id }: Issue) => `/projects/${project_id}/issues/${id}`;
  const close = (user: Actor, issue: Issue) => ok(user.put(issuePath(issue), { state_event: "close" }));

  test("have open and closed issues, and follow changes", async () => {
    const { owner, project, path } = await createOwned();
    const issue = await createIssue(owner, project, { labels: "bug,feature" });
    await createIssue(owner, project, { labels: "bug" });
    expect(counts(await owner.get(path))).toEqual({ bug: [2, 0, 0], feature: [1, 0, 0] });
    await close(owner, issue);
    expect(counts(await owner.get(path))).toEqual({ bug: [1, 1, 0], feature: [0, 1, 0] });
    await ok(owner.put(issuePath(issue), { labels: "feature" }));
    expect(counts(await owner.get(path))).toEqual({ bug: [1, 0, 0], feature: [0, 1, 0] });
    await ok(owner.delete(issuePath(issue)));
    expect(counts(await owner.get(path))).toEqual({ bug: [1, 0, 0], feature: [0, 0, 0] });
  });

  /** A public project with a public open issue, and one open and one closed confidential issue. */
  async function createConfidential() {
    const [owner, author] = await Promise.all([createUser(), createUser()]);
    const project = await createProject(owner, { visibility_level: 20 });
    await createIssue(owner, project, { labels: "bug" });
    const theirs = await createIssue(author, project, { confidential: true });
    await ok(owner.put(issuePath(theirs), { labels: "bug" }));
    const closed = await createIssue(owner, project, { confidential: true, labels: "bug" });
    await close(owner, closed);
    return { owner, author, project, path: labelsOf(project), theirs };
  }

  test("include confidential issues for users who see all of them", async () => {
    const { owner, project, path } = await createConfidential();
    const [reporter, admin] = await Promise.all([createUser(), createAdmin()]);
    await joinProject(owner, project, reporter, "reporter");
    for (const viewer of [owner, reporter, admin]) {
      expect(counts(await viewer.get(path))).toEqual({ bug: [2, 1, 0] });
    }
  });

  test("leave out confidential issues for users who see none", async () => {
    const { owner, project, path } = await createConfidential();
    const [outsider, guest] = await Promise.all([createUser(), createUser()]);
    await joinProject(owner, project, guest, "guest");
    for (const viewer of [outsider, guest]) expect(counts(await viewer.get(path))).toEqual({ bug: [1, 0, 0] });
  });

  test("include one's own confidential issues, written or assigned, each once", async () => {
    const { owner, author, project, path, theirs } = await createConfidential();
    expect(counts(await author.get(path))).toEqual({ bug: [2, 0, 0] });
    await ok(owner.put(issuePath(theirs), { assignee_id: author.id }));
    expect(counts(await author.get(path))).toEqual({ bug: [2, 0, 0] });
    const assigned = await createIssue(owner, project, { assignee_id: author.id, labels: "bug" });
    await ok(owner.put(issuePath(assigned), { confidential: true, state_event: "close" }));
    expect(counts(await author.get(path))).toEqual({ bug: [2, 1, 0] });
  });

  test("lose an issue that becomes confidential for users who can no longer see it", async () => {
    const { owner, project, path } = await createOwned({ visibility_level: 20 });
    const outsider = await createUser();
    const issue = await createIssue(owner, project, { labels: "bug" });
    expect(counts(await outsider.get(path))).toEqual({ bug: [1, 0, 0] });
    await ok(owner.put(issuePath(issue), { confidential: true }));
    expect(counts(await outsider.get(path))).toEqual({ bug: [0, 0, 0] });
    expect(counts(await owner.get(path))).toEqual({ bug: [1, 0, 0] });
  });

  test("are the same in the responses to an update and a subscription", async () => {
    const { owner, author, path } = await createConfidential();
    expect(await owner.put(path, { name: "bug", color: "#000" })).toMatchObject({
      body: { open_issues_count: 2, closed_issues_count: 1 },
    });
    expect(await author.post(`${path}/bug/subscription`)).toMatchObject({
      body: { open_issues_count: 2, closed_issues_count: 0 },
    });
  });

  test("are 0 while issues are disabled", async () => {
    const { owner, author, project, path } = await createConfidential();
    await ok(owner.put(`/projects/${project.id}`, { issues_enabled: false }));
    for (const viewer of [owner, author]) expect(counts(await viewer.get(path))).toEqual({ bug: [0, 0, 0] });
  });

  test("are 20 after 20 concurrent issues with one new label", async () => {
    const { owner, project, path } = await createOwned();
    await Promise.all(Array.from({ length: 20 }, () => createIssue(owner, project, { labels: "bug" })));
    expect(counts(await owner.get(path))).toEqual({ bug: [20, 0, 0] });
    expect(await owner.get(path)).toMatchObject({ body: [{ color: "#428BCA", description: null, priority: null }] });
  });
});

describe("a list", () => {
  const label = async (owner: Actor, project: Project, many: number) => {
    const labels = Array.from({ length: many }, () => crypto.randomUUID()).join(",");
    await createIssue(owner, project, { labels });
  };

  test("costs one statement, however many labels there are", async () => {
    const { owner, project, path } = await createOwned();
    await label(owner, project, 40);
    const { body, cost } = await owner.get(path);
    expect([body.length, cost.roundTrips, cost.statements]).toEqual([40, 1, 1]);
  });

  test("reads rows in proportion to the labels, not to their issues", async () => {
    const { owner, project, path } = await createOwned();
    await createIssue(owner, project, { labels: "a,b" });
    const few = await owner.get(path);
    await Promise.all(Array.from({ length: 20 }, () => createIssue(owner, project, { labels: "a,b" })));
    expect((await owner.get(path)).cost.rowsRead - few.cost.rowsRead).toBeLessThan(5);
  });

  test("reads no labels of issues elsewhere, even for an author of a confidential issue", async () => {
    const { owner, project, path } = await createOwned({ visibility_level: 20 });
    const [author, stranger] = await Promise.all([createUser(), createOwned()]);
    const theirs = await createIssue(author, project, { confidential: true });
    await ok(owner.put(`/projects/${project.id}/issues/${theirs.id}`, { labels: "a" }));
    const before = await author.get(path);
    for (const _ of Array(3)) await label(stranger.owner, stranger.project, 20);
    const after = await author.get(path);
    expect(after).toMatchObject({ body: [{ name: "a", open_issues_count: 1 }] });
    expect(after.cost.rowsRead - before.cost.rowsRead).toBeLessThan(5);
  });
});
