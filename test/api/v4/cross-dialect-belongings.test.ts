// Records of issuables and repositories that are created through one dialect and read through the other
import { beforeEach, expect, test } from "vitest";
import { type Actor, createUser, levels, ok, root } from "../../support/actors.ts";
import { Caller, type Values } from "../../support/api.ts";
import { createIssue, createProject } from "../../support/factories.ts";
import { createMergeRequest, createProposing } from "../../support/merge-requests.ts";
import { v4 } from "../../support/v4.ts";

let owner: Actor;
let tips: Record<string, string>;
/** Of each dialect: paths of the project, the issue and the merge request. */
let old: Record<"project" | "issue" | "mergeRequest", string>;
let now: typeof old;

beforeEach(async () => {
  const proposing = await createProposing({ visibility_level: 20 });
  const { project, at } = proposing;
  ({ owner, tips } = proposing);
  // So that ids of issues are not their iids.
  await createIssue(owner, await createProject(owner));
  const issue = await createIssue(owner, project);
  const mergeRequest = await createMergeRequest(owner, project);
  old = { project: at, issue: `${at}/issues/${issue.id}`, mergeRequest: `${at}/merge_requests/${mergeRequest.id}` };
  now = {
    project: v4(at),
    issue: v4(`${at}/issues/${issue.iid}`),
    mergeRequest: v4(`${at}/merge_requests/${mergeRequest.iid}`),
  };
});

const create = (path: string, body: Values = {}) => ok(owner.post(path, body));
const read = (path: string, query: Values = {}) => ok(owner.get(path, query));

test.each(["issue", "mergeRequest"] as const)("notes: %s", async (kind) => {
  const first = await create(`${old[kind]}/notes`, { body: "From v3" });
  const second = await create(`${now[kind]}/notes`, { body: "From v4" });
  expect(await read(`${now[kind]}/notes/${first.id}`)).toMatchObject({ body: "From v3", author: { id: owner.id } });
  expect(await read(`${old[kind]}/notes/${second.id}`)).toMatchObject({ body: "From v4", author: { id: owner.id } });
  await ok(owner.put(`${old[kind]}/notes/${second.id}`, { body: "Edited" }));
  expect(await read(`${now[kind]}/notes`, { sort: "asc" })).toMatchObject([{ body: "From v3" }, { body: "Edited" }]);
});

/** The two dialects name the same discussion by different ids. */
test("discussions of a merge request", async () => {
  await create(`${old.mergeRequest}/discussions`, { body: "From v3" });
  await create(`${now.mergeRequest}/discussions`, { body: "From v4" });
  const [first] = await read(`${now.mergeRequest}/discussions`);
  await create(`${now.mergeRequest}/discussions/${first.id}/notes`, { body: "Reply" });
  const [, second] = await read(`${old.mergeRequest}/discussions`);
  await ok(owner.put(`${old.mergeRequest}/discussions/${second.id}`, { resolved: true }));
  const notes = [
    { notes: [{ body: "From v3", resolved: false }, { body: "Reply" }] },
    { notes: [{ body: "From v4", resolved: true, resolved_by: { id: owner.id } }] },
  ];
  expect(await read(`${now.mergeRequest}/discussions`)).toMatchObject(notes);
  expect(await read(`${old.mergeRequest}/discussions`)).toMatchObject(notes);
});

test("labels", async () => {
  const values = { color: "#ff0000", description: "Text", priority: 3 };
  await create(`${old.project}/labels`, { name: "old", ...values });
  await create(`${now.project}/labels`, { name: "new", ...values });
  expect(await read(`${now.project}/labels/old`)).toMatchObject({ name: "old", ...values, is_project_label: true });
  expect(await read(`${old.project}/labels`)).toContainEqual(expect.objectContaining({ name: "new", ...values }));
});

test("milestones", async () => {
  const values = { title: "1.0", description: "Text", start_date: "2030-01-01", due_date: "2040-01-01" };
  const first = await create(`${old.project}/milestones`, values);
  expect(await read(`${now.project}/milestones/${first.id}`)).toMatchObject({ ...values, expired: false });
  const second = await create(`${now.project}/milestones`, { ...values, title: "2.0" });
  await ok(owner.put(`${now.project}/milestones/${second.id}`, { state_event: "close" }));
  const expected = { ...values, title: "2.0", state: "closed" };
  expect(await read(`${old.project}/milestones/${second.id}`)).toMatchObject(expected);
});

test("hooks", async () => {
  const url = "https://hooks.example.org/";
  const values = { url, push_events: false, note_events: true, enable_ssl_verification: false };
  const first = await create(`${old.project}/hooks`, { ...values, build_events: true });
  expect(await read(`${now.project}/hooks/${first.id}`)).toMatchObject({ ...values, job_events: true });
  const second = await create(`${now.project}/hooks`, { ...values, job_events: true });
  expect(await read(`${old.project}/hooks/${second.id}`)).toMatchObject({ ...values, build_events: true });
});

test("statuses", async () => {
  const values = { ref: "feature", description: "Text", target_url: "https://ci.example.org/1" };
  const post = (path: string, name: string) =>
    create(`${path}/statuses/${tips.feature}`, { state: "success", name, ...values });
  await post(old.project, "old");
  await post(now.project, "new");
  const expected = [
    { name: "old", status: "success", ...values },
    { name: "new", status: "success", ...values },
  ];
  for (const { project: path } of [old, now]) {
    expect(await read(`${path}/repository/commits/${tips.feature}/statuses`)).toMatchObject(expected);
  }
});

test("todos", async () => {
  const first = await create(`${old.issue}/todo`);
  const second = await create(`${now.mergeRequest}/todo`);
  const target = { target_type: "Issue", target: { iid: 1 }, action_name: "marked" };
  expect(await read(v4("/todos"), { type: "Issue" })).toMatchObject([{ id: first.id, ...target }]);
  expect(await read("/todos", { type: "MergeRequest" })).toMatchObject([{ id: second.id }]);
  await create(v4(`/todos/${first.id}/mark_as_done`));
  await ok(owner.delete(`/todos/${second.id}`));
  for (const path of ["/todos", v4("/todos")]) {
    const done = await read(path, { state: "done" });
    expect(done.map(({ id }: { id: number }) => id)).toEqual([second.id, first.id]);
  }
});

test("tags and releases", async () => {
  await create(`${old.project}/repository/tags`, { tag_name: "v1", ref: "main", release_description: "From v3" });
  await create(`${now.project}/releases`, { tag_name: "v2", ref: "main", description: "From v4" });
  expect(await read(`${now.project}/releases/v1`)).toMatchObject({ tag_name: "v1", description: "From v3" });
  const release = { tag_name: "v2", description: "From v4" };
  expect(await read(`${old.project}/repository/tags/v2`)).toMatchObject({ release });
  await ok(owner.put(`${old.project}/repository/tags/v2/release`, { description: "Edited" }));
  expect(await read(`${now.project}/releases/v2`)).toMatchObject({ description: "Edited" });
});

test.each(["issue", "mergeRequest"] as const)("award emoji: %s", async (kind) => {
  const first = await create(`${old[kind]}/award_emoji`, { name: "tada" });
  const second = await create(`${now[kind]}/award_emoji`, { name: "rocket" });
  expect(await read(`${now[kind]}/award_emoji/${first.id}`)).toMatchObject({ name: "tada", user: { id: owner.id } });
  expect(await read(`${old[kind]}/award_emoji/${second.id}`)).toMatchObject({ name: "rocket", user: { id: owner.id } });
});

test.each(["issue", "mergeRequest"] as const)("time: %s", async (kind) => {
  await create(`${old[kind]}/time_estimate`, { duration: "2h" });
  await create(`${now[kind]}/add_spent_time`, { duration: "30m" });
  const expected = { time_estimate: 7200, total_time_spent: 1800, human_total_time_spent: "30m" };
  expect(await read(`${now[kind]}/time_stats`)).toMatchObject(expected);
  expect(await read(`${old[kind]}/time_stats`)).toMatchObject(expected);
  expect((await read(now[kind])).time_stats).toMatchObject(expected);
});

test.each(["issue", "mergeRequest"] as const)("subscriptions: %s", async (kind) => {
  const other = await createUser();
  await create(`${old.project}/members`, { user_id: other.id, access_level: levels.developer });
  await ok(other.post(`${old[kind]}/subscription`));
  expect((await ok(other.get(now[kind]))).subscribed).toBe(true);
  await ok(other.post(`${now[kind]}/unsubscribe`));
  expect((await ok(other.get(old[kind]))).subscribed).toBe(false);
});

test("tokens", async () => {
  const scopes = ["api"];
  const first = await create("/user/personal_access_tokens", { name: "old", scopes });
  const user = await createUser();
  const second = await ok(root.post(v4(`/users/${user.id}/personal_access_tokens`), { name: "new", scopes }));
  const self = await ok(new Caller(first.token).get(v4("/personal_access_tokens/self")));
  expect(self).toMatchObject({ id: first.id, name: "old", scopes, user_id: owner.id, revoked: false });
  const listed = await ok(new Caller(second.token).get("/user/personal_access_tokens"));
  expect(listed).toMatchObject([{ id: second.id, name: "new", scopes, active: true }]);
  await ok(owner.delete(v4(`/personal_access_tokens/${first.id}`)));
  expect((await new Caller(first.token).get("/user")).status).toBe(401);
});

test("approval of an access request", async () => {
  const requester = await createUser();
  await ok(owner.put(now.project, { request_access_enabled: true }));
  await ok(requester.post(`${old.project}/access_requests`));
  await ok(owner.put(`${now.project}/access_requests/${requester.id}/approve`, { access_level: levels.reporter }));
  expect(await read(`${old.project}/members/${requester.id}`)).toMatchObject({ access_level: levels.reporter });
});
