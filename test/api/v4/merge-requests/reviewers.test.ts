// Reviewers of merge requests
import { expect, test } from "vitest";
import { createUser, ok, root } from "../../../support/actors.ts";
import { addMember, asSource } from "../../../support/member-sources.ts";
import { createMergeRequest, createProposing } from "../../../support/merge-requests.ts";
import { v4 } from "../../../support/v4.ts";
import { notificationsOf, summary } from "../../v3/notifications/notifications.ts";

async function setUp() {
  const proposing = await createProposing();
  const { owner, project } = proposing;
  const [reviewer, other] = [await createUser(), await createUser()];
  for (const user of [reviewer, other]) await addMember(asSource("project", project, owner), user, "reporter");
  return { ...proposing, reviewer, other };
}

const given = { title: "Look at this", source_branch: "feature", target_branch: "main" };

test("a review requested with a new merge request is a todo of the reviewer", async () => {
  const { owner, path, reviewer } = await setUp();
  const created = await ok(owner.post(v4(path), { ...given, reviewer_ids: [reviewer.id] }));
  expect(created.reviewers).toMatchObject([{ id: reviewer.id, username: reviewer.username }]);
  expect(await ok(reviewer.get("/todos"))).toMatchObject([
    { action_name: "review_requested", target: { id: created.id }, author: { id: owner.id } },
  ]);
});

test("a change of the reviewer is noted, and the new one has a todo", async () => {
  const { owner, project, path, reviewer, other } = await setUp();
  const { id, iid } = await createMergeRequest(owner, project);
  const change = async (reviewer_ids: number[]) =>
    (await ok(owner.put(`${v4(path)}/${iid}`, { reviewer_ids }))).reviewers.map((one: { id: number }) => one.id);
  expect(await change([reviewer.id, other.id])).toEqual([reviewer.id]);
  expect(await change([other.id])).toEqual([other.id]);
  expect(await change([])).toEqual([]);
  const notes = await ok(owner.get(`${path}/${id}/notes`));
  expect(notes.map(({ body, system }: { body: string; system: boolean }) => [body, system])).toEqual([
    [`requested review from @${reviewer.username}`, true],
    [`requested review from @${other.username} and removed review request for @${reviewer.username}`, true],
    [`removed review request for @${other.username}`, true],
  ]);
  expect(await ok(other.get("/todos", { action: "review_requested" }))).toMatchObject([{ target: { id } }]);
  expect(await ok(other.get("/todos", { action: "assigned" }))).toEqual([]);
});

test("reviewers are notified of the request, of its end, and of what happens in between", async () => {
  const { owner, path, reviewer, other } = await setUp();
  const { id, iid } = await ok(owner.post(v4(path), { ...given, reviewer_ids: [reviewer.id] }));
  await ok(owner.post(`${path}/${id}/notes`, { body: "Please" }));
  await ok(owner.put(`${v4(path)}/${iid}`, { reviewer_ids: [other.id], labels: "one" }));
  await ok(owner.put(`${v4(path)}/${iid}`, { state_event: "close" }));
  expect(summary(await notificationsOf(reviewer, 3))).toEqual([
    "opened: review_requested",
    "commented: review_requested",
    "review_requested: review_requested",
  ]);
  expect(summary(await notificationsOf(other, 2))).toEqual([
    "review_requested: review_requested",
    "closed: review_requested",
  ]);
});

test("a reviewer is subscribed until they unsubscribe", async () => {
  const { owner, at, path, reviewer } = await setUp();
  await ok(owner.put(`${at}/members/${reviewer.id}`, { access_level: 30 }));
  const { id, iid } = await ok(owner.post(v4(path), { ...given, reviewer_ids: [reviewer.id] }));
  const isSubscribed = async () => (await ok(reviewer.get(`${v4(path)}/${iid}`))).subscribed;
  expect(await isSubscribed()).toBe(true);
  expect((await reviewer.delete(`${path}/${id}/subscription`)).status).toBe(200);
  expect(await isSubscribed()).toBe(false);
});

test("a review requested from oneself is no todo", async () => {
  const { owner, path } = await setUp();
  await ok(owner.post(v4(path), { ...given, reviewer_ids: [owner.id] }));
  expect(await ok(owner.get("/todos"))).toEqual([]);
});

test("nobody who cannot see the merge request becomes its reviewer", async () => {
  const { owner, project, path, reviewer } = await setUp();
  const [stranger, guest] = [await createUser(), await createUser()];
  await addMember(asSource("project", project, owner), guest, "guest");
  for (const { id } of [stranger, guest]) {
    const target_branch = "other";
    const made = await ok(owner.post(v4(path), { ...given, target_branch, reviewer_ids: [id] }));
    expect(made.reviewers).toEqual([]);
    await ok(owner.put(`${v4(path)}/${made.iid}`, { reviewer_ids: [reviewer.id] }));
    const kept = await ok(owner.put(`${v4(path)}/${made.iid}`, { reviewer_ids: [id] }));
    expect(kept.reviewers).toMatchObject([{ id: reviewer.id }]);
    await ok(owner.delete(`${v4(path)}/${made.iid}`));
  }
});

test("an author who may not manage merge requests chooses no reviewer", async () => {
  const { owner, project, path, reviewer } = await setUp();
  const author = await createUser();
  await addMember(asSource("project", project, owner), author, "developer");
  const { iid } = await ok(author.post(v4(path), given));
  await ok(owner.put(`/projects/${project.id}/members/${author.id}`, { access_level: 20 }));
  const edited = await ok(author.put(`${v4(path)}/${iid}`, { reviewer_ids: [reviewer.id], title: "Still mine" }));
  expect([edited.title, edited.reviewers]).toEqual(["Still mine", []]);
});

test("a deleted reviewer leaves the merge request without one", async () => {
  const { owner, path, reviewer } = await setUp();
  const { iid } = await ok(owner.post(v4(path), { ...given, reviewer_ids: [reviewer.id] }));
  await ok(root.delete(`/users/${reviewer.id}`));
  expect((await ok(owner.get(`${v4(path)}/${iid}`))).reviewers).toEqual([]);
});
