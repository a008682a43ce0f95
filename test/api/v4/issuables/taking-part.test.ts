// Subscriptions, todos, participants and resource events of issues and merge requests in API v4
import { expect, test } from "vitest";
import { createUser, ok } from "../../../support/actors.ts";
import { createIssue, createProject } from "../../../support/factories.ts";
import { createMergeRequest } from "../../../support/merge-requests.ts";
import { v4 } from "../../../support/v4.ts";

const kinds = ["issues", "merge_requests"] as const;

async function setUp(kind: (typeof kinds)[number]) {
  const owner = await createUser();
  const project = await createProject(owner, { visibility_level: 20 });
  await createIssue(owner, await createProject(owner));
  const create = kind === "issues" ? createIssue : createMergeRequest;
  const { id, iid } = await create(owner, project);
  const path = v4(`/projects/${project.id}/${kind}/${iid}`);
  return { owner, project, id, iid, path, old: `/projects/${project.id}/${kind}/${id}` };
}

test.each(kinds)("the author of one of the %s unsubscribes and subscribes", async (kind) => {
  const { owner, path } = await setUp(kind);
  const whole = (await owner.get(path)).body;
  expect((await owner.post(`${path}/subscribe`)).status).toBe(304);
  const unsubscribed = await owner.post(`${path}/unsubscribe`);
  expect([unsubscribed.status, unsubscribed.body]).toEqual([201, { ...whole, subscribed: false }]);
  expect((await owner.post(`${path}/unsubscribe`)).status).toBe(304);
  const subscribed = await owner.post(`${path}/subscribe`);
  expect([subscribed.status, subscribed.body]).toEqual([201, whole]);
});

test("readers subscribe to issues and not to merge requests", async () => {
  const reader = await createUser();
  const [issue, mergeRequest] = [await setUp("issues"), await setUp("merge_requests")];
  expect((await reader.post(`${issue.path}/subscribe`)).status).toBe(201);
  const { status, body } = await reader.post(`${mergeRequest.path}/subscribe`);
  expect([status, body]).toEqual([403, { message: "403 Forbidden" }]);
});

test.each(kinds)("one of the %s becomes a todo once", async (kind) => {
  const { owner, id, path } = await setUp(kind);
  const marked = await owner.post(`${path}/todo`);
  const target = { target_type: kind === "issues" ? "Issue" : "MergeRequest", target: { id } };
  expect([marked.status, marked.body]).toMatchObject([201, { action_name: "marked", state: "pending", ...target }]);
  expect((await owner.get(v4("/todos"))).body).toEqual([marked.body]);
  const again = await owner.post(`${path}/todo`);
  expect([again.status, again.text]).toEqual([304, ""]);
});

test.each(kinds)("author, assignee and writers take part in one of the %s, in pages", async (kind) => {
  const { owner, path } = await setUp(kind);
  const writers = [await createUser(), await createUser()];
  for (const writer of writers) await ok(writer.post(`${path}/notes`, { body: "A note" }));
  const people = [owner, ...writers].map(({ id, username }) => ({ id, username, locked: false, state: "active" }));
  const all = await owner.get(`${path}/participants`);
  expect([all.status, all.body, all.cost.roundTrips]).toMatchObject([200, people, 1]);
  const page = await owner.get(`${path}/participants`, { per_page: 2, page: 2 });
  expect([page.body, page.headers.get("x-total")]).toMatchObject([[people[2]], "3"]);
});

test("the reviewer takes part in a merge request", async () => {
  const { owner, path } = await setUp("merge_requests");
  const reviewer = await createUser();
  await ok(owner.put(path, { reviewer_ids: [reviewer.id] }));
  const { status, body } = await owner.get(`${path}/participants`);
  expect({ status, body }).toMatchObject({ status: 200, body: [{ id: owner.id }, { id: reviewer.id }] });
});

test.each(kinds)("who mentions one of the %s elsewhere takes no part in it", async (kind) => {
  const { owner, project, iid, path } = await setUp(kind);
  const other = await createUser();
  const sigil = kind === "issues" ? "#" : "!";
  await createIssue(other, project, { description: `See ${sigil}${iid}`, confidential: true });
  expect((await owner.get(`${path}/participants`)).body.map(({ id }: { id: number }) => id)).toEqual([owner.id]);
});

test.each(kinds)("closing and reopening one of the %s are events of its state", async (kind) => {
  const { owner, id, path, old } = await setUp(kind);
  for (const state_event of ["close", "reopen"]) await ok(owner.put(old, { state_event }));
  await ok(owner.post(`${path}/notes`, { body: "closed" }));
  const { status, body, headers } = await owner.get(`${path}/resource_state_events`);
  const resource = { resource_type: kind === "issues" ? "Issue" : "MergeRequest", resource_id: id };
  const event = {
    id: expect.any(Number),
    user: expect.objectContaining({ id: owner.id }),
    created_at: expect.any(String),
    ...resource,
  };
  expect([status, body, headers.get("x-total")]).toEqual([
    200,
    [
      { ...event, state: "closed" },
      { ...event, state: "reopened" },
    ],
    "2",
  ]);
});

test.each(["resource_label_events", "resource_milestone_events"])("%s of a new issue are none", async (name) => {
  const { owner, path } = await setUp("issues");
  const { status, body, headers } = await owner.get(`${path}/${name}`);
  expect([status, body, headers.get("x-total")]).toEqual([200, [], "0"]);
});

test("nobody learns of a confidential issue that they may not see", async () => {
  const { owner, project } = await setUp("issues");
  const { iid } = await createIssue(owner, project, { confidential: true });
  const path = v4(`/projects/${project.id}/issues/${iid}`);
  const reader = await createUser();
  for (const [method, name] of [
    ["post", "subscribe"],
    ["post", "unsubscribe"],
    ["post", "todo"],
    ["get", "participants"],
    ["get", "resource_label_events"],
    ["get", "resource_milestone_events"],
    ["get", "resource_state_events"],
    ["get", "time_stats"],
  ] as const) {
    const { status, body } = await reader[method](`${path}/${name}`);
    expect([name, status, body]).toEqual([name, 404, { message: "404 Not found" }]);
  }
});
