// Lists of issues and merge requests in API v4: shapes, defaults, refusals, and the calls of glab and Renovate
import { describe, expect, test } from "vitest";
import { anonymous, createUser, ok, unique } from "../../../support/actors.ts";
import { type Answer, baseUrl, type Values } from "../../../support/api.ts";
import { joinProject } from "../../../support/belonging.ts";
import { createGroup, createProject } from "../../../support/factories.ts";
import { createProposing } from "../../../support/merge-requests.ts";
import { once } from "../../../support/once.ts";
import { v4 } from "../../../support/v4.ts";

/** A project in a group with an issue and a merge request by its owner, each with a label and a milestone. */
const shared = once(async () => {
  const owner = await createUser();
  const group = await createGroup(owner);
  const { project, at } = await createProposing({ namespace_id: group.id }, owner);
  const milestone = await ok(owner.post(`${at}/milestones`, { title: "v1" }));
  const attributes = { description: "- [x] a\n- [ ] b", labels: "bug", milestone_id: milestone.id };
  const issue = await ok(owner.post(`${at}/issues`, { title: "An issue", ...attributes }));
  const branches = { source_branch: "feature", target_branch: "main" };
  const mergeRequest = await ok(
    owner.post(v4(`${at}/merge_requests`), { title: "Draft: It", ...attributes, ...branches }),
  );
  return { owner, group, project, milestone, issue, mergeRequest, at };
});

const ids = ({ status, body }: Answer) => [status, body.map(({ id }: { id: number }) => id)];

describe("an element of a list", () => {
  test("is the single issue without `subscribed`", async () => {
    const { owner, issue, at, project } = await shared();
    const { body, headers } = await owner.get(v4(`${at}/issues`));
    expect(body).toEqual([
      expect.objectContaining({
        ...{ id: issue.id, iid: 1, project_id: project.id, title: "An issue", state: "opened", labels: ["bug"] },
        ...{ confidential: false, assignees: [], assignee: null, closed_at: null, closed_by: null, due_date: null },
        ...{ issue_type: "issue", merge_requests_count: 0, moved_to_id: null },
        milestone: expect.objectContaining({ title: "v1", expired: false }),
        task_completion_status: { count: 2, completed_count: 1 },
        references: { short: "#1", relative: "#1", full: `${project.path_with_namespace}#1` },
        web_url: `${baseUrl}/${project.path_with_namespace}/-/issues/1`,
      }),
    ]);
    expect(body[0]).not.toHaveProperty("subscribed");
    const names = ["x-total", "x-total-pages", "x-page", "x-per-page", "x-next-page", "x-prev-page"];
    expect(names.map((name) => headers.get(name))).toEqual(["1", "1", "1", "20", "", ""]);
  });

  test("is the single merge request without what only that has", async () => {
    const { owner, mergeRequest, at } = await shared();
    const single = await ok(owner.get(v4(`${at}/merge_requests/${mergeRequest.iid}`)));
    const [listed] = await ok(owner.get(v4(`${at}/merge_requests`)));
    expect(single).toMatchObject(listed);
    expect(Object.keys(single).filter((name) => !(name in listed))).toEqual([
      ...["subscribed", "changes_count", "diff_refs", "pipeline", "head_pipeline", "merge_error", "user"],
      ...["latest_build_started_at", "latest_build_finished_at", "first_deployed_to_production_at"],
    ]);
  });

  test("has a reference with the path of its project in lists beyond that", async () => {
    const { owner, group, project } = await shared();
    const paths = ["/issues", "/merge_requests", `/groups/${group.id}/issues`, `/groups/${group.id}/merge_requests`];
    const answers = await Promise.all(paths.map((path) => ok(owner.get(v4(path)))));
    const path = project.path_with_namespace;
    expect(answers.map(([one]) => one.references.relative)).toEqual([
      `${path}#1`,
      `${path}!1`,
      `${path}#1`,
      `${path}!1`,
    ]);
  });

  test.each(["issues", "merge_requests"])("has whole labels of %s with with_labels_details", async (type) => {
    const { owner, at } = await shared();
    const [one] = await ok(owner.get(v4(`${at}/${type}`), { with_labels_details: true }));
    expect(one.labels).toEqual([
      {
        ...{ id: expect.any(Number), name: "bug", color: expect.any(String), description: null },
        ...{ description_html: "", text_color: expect.any(String) },
      },
    ]);
  });

  test("has whole labels in the order of their names", async () => {
    const owner = await createUser();
    const { id } = await createProject(owner);
    await ok(owner.post(`/projects/${id}/issues`, { title: "It", labels: "late,early,middle" }));
    const [one] = await ok(owner.get(v4(`/projects/${id}/issues`), { with_labels_details: true }));
    expect(one.labels.map(({ name }: { name: string }) => name)).toEqual(["early", "late", "middle"]);
  });

  test("has a few fields of a merge request with view=simple", async () => {
    const { owner, at, mergeRequest, project } = await shared();
    const { id, iid, project_id, title, description, created_at, updated_at, web_url } = mergeRequest;
    expect(project_id).toBe(project.id);
    expect(await ok(owner.get(v4(`${at}/merge_requests`), { view: "simple" }))).toEqual([
      { id, iid, project_id, title, description, state: "opened", created_at, updated_at, web_url },
    ]);
  });
});

test("a dashboard lists what the caller created, unless `scope` says otherwise", async () => {
  const { owner, issue, mergeRequest, project } = await shared();
  const helper = await createUser();
  await joinProject(owner, project, helper, "developer");
  const mine = await ok(helper.post(`/projects/${project.id}/issues`, { title: "Mine", assignee_id: owner.id }));
  const byScope = (path: string, query: Values = {}) => owner.get(v4(path), query).then(ids);
  expect(await byScope("/issues")).toEqual([200, [issue.id]]);
  expect(await byScope("/issues", { scope: "assigned-to-me" })).toEqual([200, [mine.id]]);
  expect(await byScope("/issues", { scope: "all", author_username: helper.username })).toEqual([200, [mine.id]]);
  expect(await byScope("/merge_requests")).toEqual([200, [mergeRequest.id]]);
  expect(await byScope("/merge_requests", { scope: "assigned_to_me" })).toEqual([200, []]);
  expect(await byScope("/merge_requests", { scope: "all", reviewer_id: helper.id })).toEqual([200, []]);
});

test.each(["incident", "test_case", "task"])("no issue is of the type %s", async (issue_type) => {
  const { owner, issue, at } = await shared();
  const listed = (type: string) => owner.get(v4(`${at}/issues`), { labels: "bug", issue_type: type });
  expect(ids(await listed("issue"))).toEqual([200, [issue.id]]);
  expect(ids(await listed(issue_type))).toEqual([200, []]);
});

test("a parameter without a value does not filter", async () => {
  const { owner, issue, at } = await shared();
  const none = { author_username: "", milestone: "", my_reaction_emoji: "", search: "", "not[author_username]": "" };
  expect(ids(await owner.get(v4(`${at}/issues`), { labels: "bug", ...none }))).toEqual([200, [issue.id]]);
});

test("a list of everything has what the viewer may see", async () => {
  const { owner, project } = await shared();
  const outsider = await createUser();
  const label = unique("label");
  const internal = await createProject(owner, { visibility_level: 10 });
  const made = await ok(owner.post(`/projects/${internal.id}/issues`, { title: "Open", labels: label }));
  await ok(owner.post(`/projects/${internal.id}/issues`, { title: "Secret", labels: label, confidential: true }));
  await ok(owner.post(`/projects/${project.id}/issues`, { title: "Private", labels: label }));
  const all = await outsider.get(v4("/issues"), { scope: "all", labels: label });
  expect([ids(all), all.headers.get("x-total")]).toEqual([[200, [made.id]], "1"]);
});

test("a group lists to those who may not read its code the merge requests that they wrote or are assigned to", async () => {
  const [owner, helper] = [await createUser(), await createUser()];
  const group = await createGroup(owner);
  const { project, at } = await createProposing({ namespace_id: group.id }, owner);
  await joinProject(owner, project, helper, "developer");
  const propose = async (caller: typeof owner, source_branch: string, attributes: Values = {}) => {
    await ok(owner.post(`${at}/repository/branches`, { branch_name: source_branch, ref: "feature" }));
    return ok(
      caller.post(v4(`${at}/merge_requests`), { title: "t", source_branch, target_branch: "main", ...attributes }),
    );
  };
  await propose(owner, "one");
  const assigned = await propose(owner, "two", { assignee_id: helper.id });
  const written = await propose(helper, "three");
  const both = await propose(helper, "four", { assignee_id: helper.id });
  await ok(owner.put(`${at}/members/${helper.id}`, { access_level: 10 }));
  for (const state of ["opened", "all"]) {
    const answer = await helper.get(v4(`/groups/${group.id}/merge_requests`), { state });
    const own = [both, written, assigned].map(({ id }) => id);
    expect([ids(answer), answer.headers.get("x-total")]).toEqual([[200, own], "3"]);
  }
});

test.each(["created", "updated"])("what was %s at the very time that bounds a list is in it", async (what) => {
  const owner = await createUser();
  const { id: projectId } = await createProject(owner);
  const issue = await ok(owner.post(`/projects/${projectId}/issues`, { title: "On time" }));
  const at = new Date(issue[`${what}_at`]).getTime();
  const list = async (bound: string, time: number) =>
    ids(await owner.get(v4(`/projects/${projectId}/issues`), { [`${what}_${bound}`]: new Date(time).toISOString() }));
  expect({
    from: [await list("after", at), await list("after", at + 1)],
    until: [await list("before", at), await list("before", at - 1)],
  }).toEqual({
    from: [
      [200, [issue.id]],
      [200, []],
    ],
    until: [
      [200, [issue.id]],
      [200, []],
    ],
  });
});

test("groups and dashboards leave out archived projects, unless non_archived is false", async () => {
  const owner = await createUser();
  const group = await createGroup(owner);
  const project = await createProject(owner, { namespace_id: group.id });
  const issue = await ok(owner.post(`/projects/${project.id}/issues`, { title: "Old" }));
  await ok(owner.post(`/projects/${project.id}/archive`));
  for (const path of ["/issues", `/groups/${group.id}/issues`]) {
    expect(ids(await owner.get(v4(path)))).toEqual([200, []]);
    expect(ids(await owner.get(v4(path), { non_archived: false }))).toEqual([200, [issue.id]]);
  }
  expect(ids(await owner.get(v4(`/projects/${project.id}/issues`)))).toEqual([200, [issue.id]]);
  const counted = async (place: string) =>
    (await ok(owner.get(v4(`${place}/issues_statistics`)))).statistics.counts.all;
  const places = ["", `/groups/${group.id}`, `/projects/${project.id}`];
  expect(await Promise.all(places.map(counted))).toEqual([0, 0, 1]);
});

test("a milestone lists its issues and merge requests", async () => {
  const { owner, at, milestone, issue, mergeRequest } = await shared();
  const path = `${at}/milestones/${milestone.id}`;
  expect(ids(await owner.get(v4(`${path}/issues`)))).toEqual([200, [issue.id]]);
  expect(ids(await owner.get(v4(`${path}/merge_requests`)))).toEqual([200, [mergeRequest.id]]);
  const missing = await owner.get(v4(`${at}/milestones/${milestone.id + 1_000_000}/merge_requests`));
  expect([missing.status, missing.body]).toEqual([404, { message: "404 Not found" }]);
});

test("statistics count the issues that pass the filters, by state", async () => {
  const owner = await createUser();
  const group = await createGroup(owner);
  const project = await createProject(owner, { namespace_id: group.id, visibility_level: 20 });
  const path = `/projects/${project.id}/issues`;
  const closed = await ok(owner.post(path, { title: "a", labels: "bug" }));
  await ok(owner.put(`${path}/${closed.id}`, { state_event: "close" }));
  await ok(owner.post(path, { title: "b", labels: "bug" }));
  await ok(owner.post(path, { title: "c", confidential: true }));
  const counts = async (place: string, query: Values = {}, caller = owner) =>
    (await ok(caller.get(v4(`${place}/issues_statistics`), query))).statistics.counts;
  for (const place of ["", `/groups/${group.id}`, `/projects/${project.id}`]) {
    expect(await counts(place)).toEqual({ all: 3, closed: 1, opened: 2 });
    expect(await counts(place, { labels: "bug" })).toEqual({ all: 2, closed: 1, opened: 1 });
  }
  const outsider = await createUser();
  expect(await counts(`/projects/${project.id}`, {}, outsider)).toEqual({ all: 2, closed: 1, opened: 1 });
});

test.each([
  ["/issues", { state: "merged" }, "state does not have a valid value"],
  ["/issues", { scope: "mine" }, "scope does not have a valid value"],
  ["/issues", { scope: "reviews_for_me" }, "scope does not have a valid value"],
  ["/issues", { order_by: "weight" }, "order_by does not have a valid value"],
  ["/issues", { order_by: "merged_at" }, "order_by does not have a valid value"],
  ["/merge_requests", { order_by: "due_date" }, "order_by does not have a valid value"],
  ["/issues", { sort: "up" }, "sort does not have a valid value"],
  ["/issues", { in: "title,notes" }, "in is invalid"],
  ["/issues", { assignee_id: "Somebody" }, "assignee_id is invalid"],
  ["/issues", { assignee_username: ["a", "b"] }, "assignee_username allows one value"],
  ["/issues", { created_after: "soon" }, "created_after is invalid"],
  ["/issues", { issue_type: "epic" }, "issue_type does not have a valid value"],
  ["/merge_requests", { "not[author_id]": "x" }, "not[author_id] is invalid"],
  ["/merge_requests", { wip: "perhaps" }, "wip is invalid"],
])("%s refuses %j", async (path, query, error) => {
  const { owner } = await shared();
  const { status, body } = await owner.get(v4(path), query);
  expect([status, body]).toEqual([400, { error }]);
});

describe("who may not see a list", () => {
  const lists = ["issues", "merge_requests"];

  test("is 401 without a token, and 404 or 403 without permission", async () => {
    const { group, project } = await shared();
    const outsider = await createUser();
    for (const type of lists) {
      for (const path of [`/${type}`, `/groups/${group.id}/${type}`, `/projects/${project.id}/${type}`]) {
        expect((await anonymous.get(v4(path))).status).toBe(401);
      }
      expect((await outsider.get(v4(`/projects/${project.id}/${type}`))).body).toEqual({
        message: "404 Project Not Found",
      });
      expect((await outsider.get(v4(`/groups/${group.id + 1_000_000}/${type}`))).body).toEqual({
        message: "404 Group Not Found",
      });
    }
  });

  test("a guest of a private project is 403 for its merge requests, and finds those assigned to them", async () => {
    const { owner, project, mergeRequest, at } = await shared();
    const guest = await createUser();
    await joinProject(owner, project, guest, "developer");
    const one = v4(`${at}/merge_requests/${mergeRequest.iid}`);
    await ok(owner.put(one, { assignee_id: guest.id }));
    await ok(owner.put(`/projects/${project.id}/members/${guest.id}`, { access_level: 10 }));
    const { status, body } = await guest.get(v4(`${at}/merge_requests`));
    expect([status, body]).toEqual([403, { message: "403 Forbidden" }]);
    const assigned = await guest.get(v4("/merge_requests"), { scope: "assigned_to_me" });
    expect(ids(assigned)).toEqual([200, [mergeRequest.id]]);
    await ok(owner.put(one, { assignee_id: 0 }));
  });
});

test("the Link to the next page has the filters", async () => {
  const { owner, at } = await shared();
  await ok(owner.post(`${at}/issues`, { title: "Another", labels: "bug,ui" }));
  const { headers } = await owner.get(v4(`${at}/issues`), { labels: "bug", "not[labels]": "gone,old", per_page: 1 });
  const next = /<([^>]+)>; rel="next"/.exec(headers.get("link") ?? "")?.[1] ?? "";
  expect(Object.fromEntries(new URL(next).searchParams)).toMatchObject({
    ...{ labels: "bug", "not[labels]": "gone,old", page: "2", per_page: "1" },
  });
  expect((await ok(owner.get(next))).map(({ title }: { title: string }) => title)).toEqual(["An issue"]);
});

test("not takes lists in every form", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  for (const title of ["a", "b", "c"]) await ok(owner.post(`/projects/${project.id}/issues`, { title }));
  const path = v4(`/projects/${project.id}/issues`);
  for (const query of ["not[iids]=1,2", "not[iids][]=1&not[iids][]=2", "not%5Biids%5D%5B%5D=1&not%5Biids%5D%5B%5D=2"]) {
    expect((await ok(owner.get(`${path}?${query}`))).map(({ iid }: { iid: number }) => iid)).toEqual([3]);
  }
});

describe("the calls of clients", () => {
  test("glab lists open issues by text, and merge requests by branch", async () => {
    const { owner, at, issue, mergeRequest } = await shared();
    const open = "issues?state=opened&in=title,description&order_by=created_at&sort=desc&per_page=30&page=1";
    expect(ids(await owner.get(v4(`${at}/${open}&search=An+iss`)))).toEqual([200, [issue.id]]);
    expect(ids(await owner.get(v4(`${at}/merge_requests?state=opened&per_page=30&page=1`)))).toEqual([
      200,
      [mergeRequest.id],
    ]);
    expect(ids(await owner.get(v4(`${at}/merge_requests?source_branch=feature`)))).toEqual([200, [mergeRequest.id]]);
    expect(ids(await owner.get(v4(`${at}/merge_requests?source_branch=other`)))).toEqual([200, []]);
  });

  test("Renovate lists its merge requests, those that changed since, and its open issues", async () => {
    const { owner, at, mergeRequest } = await shared();
    const path = v4(`${at}/merge_requests?scope=created_by_me&order_by=updated_at&sort=desc&per_page=100`);
    expect(ids(await owner.get(path))).toEqual([200, [mergeRequest.id]]);
    expect(ids(await owner.get(`${path}&updated_after=2999-01-01T00%3A00%3A00Z`))).toEqual([200, []]);
    expect(ids(await owner.get(`${path}&updated_after=2016-01-01T00%3A00%3A00Z`))).toEqual([200, [mergeRequest.id]]);
    const issues = await owner.get(v4(`${at}/issues?state=opened&scope=created_by_me&per_page=100`));
    expect(issues.body.map(({ title }: { title: string }) => title)).toContain("An issue");
  });

  test("semantic-release looks for its open issue, and Argo CD for merge requests with labels", async () => {
    const { owner, at, issue, mergeRequest } = await shared();
    expect(ids(await owner.get(v4(`${at}/issues?state=opened&search=An%20issue`)))).toEqual([200, [issue.id]]);
    expect(ids(await owner.get(v4(`${at}/merge_requests?labels=bug&state=opened`)))).toEqual([200, [mergeRequest.id]]);
    expect(ids(await owner.get(v4(`${at}/merge_requests?labels=bug,other&state=opened`)))).toEqual([200, []]);
  });
});
