// Hook payloads of merge requests and of their notes.
import { expect, test } from "vitest";
import { createUser, ok } from "../../../support/actors.ts";
import { baseUrl } from "../../../support/api.ts";
import { createGroup, createProject } from "../../../support/factories.ts";
import { History } from "../../../support/history.ts";
import { v4 } from "../../../support/v4.ts";
import { addHook, everything, Receiver } from "./receiver.ts";

/** A project with branch `feature`, one commit ahead of `main`, and a hook. */
async function createProposed() {
  const receiver = await Receiver.start();
  const owner = await createUser();
  const project = await createProject(owner);
  const history = new History();
  const first = history.commit({ "a.txt": "a\n" }, "Begin");
  const second = history.commit({ "b.txt": "b\n" }, "Go on", first);
  history.setBranch("main", first);
  history.setBranch("feature", second);
  await history.push(owner, project);
  await addHook(owner, project, receiver.url, { ...everything, push_events: false });
  return { receiver, owner, project, tip: second.oid, path: `/projects/${project.id}/merge_requests` };
}

const proposal = { source_branch: "feature", target_branch: "main", title: "WIP: Feature" };

test("an opened merge request is delivered with both sides and its last commit", async () => {
  const { receiver, owner, project, tip, path } = await createProposed();
  await using _ = receiver;
  const description = "Why not?";
  const made = await ok(owner.post(path, { ...proposal, description, labels: "bug", assignee_id: owner.id }));
  const { headers, body } = await receiver.only();
  const home = `${baseUrl}/${project.path_with_namespace}`;
  const person = { name: `Name of ${owner.username}`, username: owner.username, avatar_url: null };
  expect(headers["x-gitlab-event"]).toBe("Merge Request Hook");
  const place = expect.objectContaining({ name: project.name, default_branch: "main", web_url: home });
  expect(body).toMatchObject({
    object_kind: "merge_request",
    user: person,
    project: place,
    repository: { name: project.name, homepage: home },
    labels: [{ title: "bug" }],
    assignee: person,
    object_attributes: {
      id: made.id,
      iid: made.iid,
      title: proposal.title,
      description,
      state: "opened",
      merge_status: expect.stringMatching(/^(unchecked|can_be_merged)$/),
      source_branch: "feature",
      target_branch: "main",
      source_project_id: project.id,
      target_project_id: project.id,
      author_id: owner.id,
      assignee_id: owner.id,
      milestone_id: null,
      merge_commit_sha: null,
      merge_params: {},
      locked_at: null,
      deleted_at: null,
      updated_by_id: null,
      in_progress_merge_commit_sha: null,
      lock_version: 0,
      time_estimate: 0,
      source: place,
      target: place,
      last_commit: {
        id: tip,
        message: "Go on\n",
        timestamp: "2017-07-14T02:41:00+00:00",
        url: `${home}/commit/${tip}`,
        author: { name: "A U Thor", email: "author@example.com" },
      },
      work_in_progress: true,
      url: `${home}/merge_requests/${made.iid}`,
      action: "open",
    },
  });
});

test("a change of its estimate is delivered", async () => {
  const { receiver, owner, path } = await createProposed();
  await using _ = receiver;
  const { id } = await ok(owner.post(path, proposal));
  await ok(owner.post(`${path}/${id}/time_estimate`, { duration: "1h30m" }));
  const [, estimated] = await receiver.first(2);
  expect(estimated?.body.object_attributes).toMatchObject({ id, action: "update", time_estimate: 5400 });
});

test("its reviewer and what becomes of its source branch are delivered", async () => {
  const { receiver, owner, project, tip, path } = await createProposed();
  await using _ = receiver;
  const options = { reviewer_ids: [owner.id], remove_source_branch: true };
  const { iid } = await ok(owner.post(v4(path), { ...proposal, title: "Feature", ...options }));
  expect((await receiver.only()).body).toMatchObject({
    reviewers: [{ id: owner.id, name: `Name of ${owner.username}`, username: owner.username }],
    object_attributes: { reviewer_ids: [owner.id], merge_params: { force_remove_source_branch: true } },
  });
  await ok(owner.post(`/projects/${project.id}/statuses/${tip}`, { state: "running", ref: "feature" }));
  const waiting = { merge_when_pipeline_succeeds: true, should_remove_source_branch: false };
  await ok(owner.put(`${v4(path)}/${iid}/merge`, waiting));
  await ok(owner.put(`${v4(path)}/${iid}`, { remove_source_branch: false, title: "More" }));
  const [, updated] = await receiver.first(2);
  expect(updated?.body.object_attributes.merge_params).toEqual({
    force_remove_source_branch: false,
    should_remove_source_branch: false,
  });
});

test("its changes and its notes are delivered in order", async () => {
  const { receiver, owner, path } = await createProposed();
  await using _ = receiver;
  const { id } = await ok(owner.post(path, proposal));
  await ok(owner.put(`${path}/${id}`, { title: "Feature" }));
  await ok(owner.put(`${path}/${id}`, { state_event: "close" }));
  await ok(owner.put(`${path}/${id}`, { state_event: "reopen" }));
  const note = await ok(owner.post(`${path}/${id}/notes`, { body: "Nice." }));
  const deliveries = await receiver.first(5);
  expect(deliveries.map(({ body }) => body.object_attributes.action ?? "note")).toEqual([
    "open",
    "update",
    "close",
    "reopen",
    "note",
  ]);
  expect(deliveries.at(-1)?.body).toMatchObject({
    object_kind: "note",
    object_attributes: { id: note.id, note: "Nice.", noteable_type: "MergeRequest", noteable_id: id },
    merge_request: { id, title: "Feature", work_in_progress: false, last_commit: { message: "Go on\n" } },
  });
});

test("a push to its source branch is delivered with the previous tip", async () => {
  const { receiver, owner, project, tip, path } = await createProposed();
  await using _ = receiver;
  const { id } = await ok(owner.post(path, proposal));
  const pushed = { branch_name: "feature", file_path: "c.txt", content: "c\n", commit_message: "And on" };
  await ok(owner.post(`/projects/${project.id}/repository/files`, pushed));
  const [opened, updated] = await receiver.first(2);
  expect(opened?.body.object_attributes).not.toHaveProperty("oldrev");
  expect(updated?.body.object_attributes).toMatchObject({ id, action: "update", oldrev: tip });
  expect(updated?.body.object_attributes.last_commit).toMatchObject({ message: "And on" });
});

test("an approval and its end are delivered with GitLab's actions", async () => {
  const { receiver, owner, project, path } = await createProposed();
  await using _ = receiver;
  const { id, iid } = await ok(owner.post(path, proposal));
  const one = v4(`/projects/${project.id}/merge_requests/${iid}`);
  await ok(owner.post(`${one}/approve`));
  await ok(owner.post(`${one}/unapprove`));
  const deliveries = await receiver.first(3);
  expect(deliveries.map(({ body }) => [body.object_kind, body.object_attributes.action])).toEqual([
    ["merge_request", "open"],
    ["merge_request", "approved"],
    ["merge_request", "unapproved"],
  ]);
  expect(deliveries[1]?.body).toMatchObject({ user: { username: owner.username }, object_attributes: { id } });
});

test("a merge is delivered with its commit, and as a push to the target branch", async () => {
  const { receiver, owner, project, tip, path } = await createProposed();
  await using _ = receiver;
  await addHook(owner, project, `${receiver.url}pushes`, { push_events: true });
  const { id } = await ok(owner.post(path, { ...proposal, title: "Feature" }));
  const { merge_commit_sha } = await ok(owner.put(`${path}/${id}/merge`));
  const deliveries = await receiver.first(3);
  const latest = (kind: string) => deliveries.filter(({ body }) => body.object_kind === kind).at(-1);
  const merge = latest("merge_request");
  expect(merge?.headers["x-gitlab-event"]).toBe("Merge Request Hook");
  expect(merge?.body).toMatchObject({
    user: { username: owner.username },
    object_attributes: { id, action: "merge", state: "merged", merge_commit_sha, last_commit: { id: tip } },
  });
  const push = latest("push");
  expect(push).toMatchObject({ path: "/pushes", headers: { "x-gitlab-event": "Push Hook" } });
  expect(push?.body).toMatchObject({ ref: "refs/heads/main", after: merge_commit_sha, user_id: owner.id });
  expect(push?.body.commits.map((commit: { id: string }) => commit.id).sort()).toEqual([tip, merge_commit_sha].sort());
});

test("a merge request from a fork is delivered to the target project, with the fork as its source", async () => {
  const { receiver, owner, project, path } = await createProposed();
  await using _ = receiver;
  const group = await createGroup(owner);
  const fork = await ok(owner.post(`/projects/fork/${project.id}`, { namespace: group.path }));
  await using ofFork = await Receiver.start();
  await addHook(owner, fork, ofFork.url);
  const made = await ok(
    owner.post(`/projects/${fork.id}/merge_requests`, { ...proposal, target_project_id: project.id }),
  );
  const { body } = await receiver.only();
  expect(body.object_attributes).toMatchObject({
    id: made.id,
    source_project_id: fork.id,
    target_project_id: project.id,
    source: { path_with_namespace: `${group.path}/${fork.path}` },
    target: { path_with_namespace: project.path_with_namespace },
    last_commit: { message: "Go on\n", url: expect.stringContaining(`/${group.path}/${fork.path}/commit/`) },
  });
  await ok(owner.post(`/projects/${fork.id}/issues`, { title: "In the fork" }));
  expect((await ofFork.only()).body.object_kind).toBe("issue");
  expect((await owner.get(path)).body).toHaveLength(1);
});
