// GET, PUT and DELETE /projects/:id/merge_requests/:merge_request_iid in API v4
import { expect, test } from "vitest";
import { createUser, ok } from "../../../support/actors.ts";
import { createProject } from "../../../support/factories.ts";
import { History } from "../../../support/history.ts";
import { addMember, asSource } from "../../../support/member-sources.ts";
import { createMergeRequest, createProposing } from "../../../support/merge-requests.ts";
import { v4 } from "../../../support/v4.ts";

async function setUp(attributes = {}) {
  const proposing = await createProposing();
  const mergeRequest = await createMergeRequest(proposing.owner, proposing.project, attributes);
  return { ...proposing, mergeRequest, one: `${v4(proposing.path)}/${mergeRequest.iid}` };
}

test("a merge request is found by its number in the project, never by its id", async () => {
  await setUp();
  const { owner, path, mergeRequest, one } = await setUp();
  expect((await ok(owner.get(one))).id).toBe(mergeRequest.id);
  const byId = await owner.get(`${v4(path)}/${mergeRequest.id}`);
  expect([byId.status, byId.body]).toEqual([404, { message: "404 Not found" }]);
});

test("the state of the merge follows title, conflicts and discussions", async () => {
  const owner = await createUser();
  const project = await createProject(owner, { only_allow_merge_if_all_discussions_are_resolved: true });
  const history = new History();
  const base = history.commit({ "a.txt": "1\n" }, "Begin");
  history.setBranch("main", history.commit({ "a.txt": "2\n" }, "Change", base));
  history.setBranch("clash", history.commit({ "a.txt": "3\n" }, "Clash", base));
  history.setBranch("fine", history.commit({ "b.txt": "3\n" }, "Add", base));
  await history.push(owner, project);
  const path = v4(`/projects/${project.id}/merge_requests`);
  const create = (source_branch: string) => ok(owner.post(path, { title: "t", source_branch, target_branch: "main" }));
  expect(await create("clash")).toMatchObject({
    merge_status: "cannot_be_merged",
    detailed_merge_status: "conflict",
    has_conflicts: true,
  });
  const fine = await create("fine");
  expect(fine).toMatchObject({ detailed_merge_status: "mergeable", has_conflicts: false });
  const draft = await ok(owner.put(`${path}/2`, { title: "[Draft] t" }));
  expect(draft).toMatchObject({ draft: true, detailed_merge_status: "draft_status" });
  await ok(owner.put(`${path}/2`, { title: "t" }));
  await ok(owner.post(`/projects/${project.id}/merge_requests/${fine.id}/discussions`, { body: "Why?" }));
  expect(await ok(owner.get(`${path}/2`))).toMatchObject({
    blocking_discussions_resolved: false,
    detailed_merge_status: "discussions_not_resolved",
  });
  expect(await ok(owner.put(`${path}/2`, { state_event: "close" }))).toMatchObject({
    state: "closed",
    detailed_merge_status: "not_open",
  });
});

test("a required pipeline holds up the merge until it succeeds", async () => {
  const { owner, at, one, tips } = await setUp();
  await ok(owner.put(at, { only_allow_merge_if_build_succeeds: true }));
  const statuses = async (state: string) => {
    await ok(owner.post(`${at}/statuses/${tips.feature}`, { state, ref: "feature" }));
    return (await ok(owner.get(one))).detailed_merge_status;
  };
  expect(await statuses("running")).toBe("ci_still_running");
  expect(await statuses("failed")).toBe("ci_must_pass");
  expect(await statuses("success")).toBe("mergeable");
});

test("a required pipeline is that of the head on the source branch, whatever fails elsewhere", async () => {
  const { owner, at, one, tips } = await setUp();
  await ok(owner.put(at, { only_allow_merge_if_build_succeeds: true }));
  await ok(owner.post(`${at}/statuses/${tips.feature}`, { state: "failed", ref: "main" }));
  await ok(owner.post(`${at}/statuses/${tips.feature}`, { state: "success", ref: "feature" }));
  await ok(owner.post(`${at}/statuses/${tips.main}`, { state: "failed", ref: "feature" }));
  expect((await ok(owner.get(one))).detailed_merge_status).toBe("mergeable");
});

test("a failed pipeline holds up no merge in a project that does not require its success", async () => {
  const [requiring, { owner, at, one, tips }] = [await setUp(), await setUp()];
  await ok(requiring.owner.put(requiring.at, { only_allow_merge_if_build_succeeds: true }));
  await ok(owner.post(`${at}/statuses/${tips.feature}`, { state: "failed", ref: "feature" }));
  expect((await ok(owner.get(one))).detailed_merge_status).toBe("mergeable");
});

test("the pipeline of the head is shown", async () => {
  const { owner, project, at, one, tips } = await setUp();
  expect(await ok(owner.get(one))).toMatchObject({ pipeline: null, head_pipeline: null });
  await ok(owner.post(`${at}/statuses/${tips.feature}`, { state: "running", ref: "feature" }));
  const pipeline = { project_id: project.id, sha: tips.feature, ref: "feature", status: "running" };
  const shown = await ok(owner.get(one));
  expect(shown).toMatchObject({ pipeline, head_pipeline: { ...pipeline, user: { id: owner.id } } });
  expect(shown.latest_build_started_at).toBe(shown.head_pipeline.started_at);
});

test("closing and reopening says when and who", async () => {
  const { owner, one } = await setUp();
  const closed = await ok(owner.put(one, { state_event: "close" }));
  expect(closed).toMatchObject({ state: "closed", closed_at: closed.updated_at, closed_by: { id: owner.id } });
  expect(await ok(owner.put(one, { state_event: "reopen" }))).toMatchObject({
    state: "opened",
    closed_at: null,
    closed_by: null,
  });
});

test("a merged one says when, who and by which commit", async () => {
  const { owner, path, mergeRequest, one } = await setUp();
  const { merge_commit_sha, updated_at } = await ok(owner.put(`${path}/${mergeRequest.id}/merge`));
  expect(await ok(owner.get(one))).toMatchObject({
    state: "merged",
    merged_at: updated_at,
    merged_by: { id: owner.id },
    merge_user: { id: owner.id },
    merge_commit_sha,
    closed_at: null,
    detailed_merge_status: "not_open",
  });
});

test("commits by which the target is ahead are counted when asked, and no rebase is in progress", async () => {
  const { owner, project, one } = await setUp();
  expect(await ok(owner.get(one))).not.toHaveProperty("diverged_commits_count");
  const file = { branch: "main", content: "x", commit_message: "Go on" };
  for (const name of ["x", "y"]) await ok(owner.post(v4(`/projects/${project.id}/repository/files/${name}`), file));
  const asked = { include_diverged_commits_count: true, include_rebase_in_progress: true, render_html: true };
  expect(await ok(owner.get(one, asked))).toMatchObject({ diverged_commits_count: 2, rebase_in_progress: false });
});

test("labels are added, removed and replaced", async () => {
  const { owner, one } = await setUp({ labels: "a,b" });
  const labels = async (change: object) => (await ok(owner.put(one, { ...change }))).labels;
  expect(await labels({ add_labels: "c,a" })).toEqual(["a", "b", "c"]);
  expect(await labels({ remove_labels: ["a", "unknown"] })).toEqual(["b", "c"]);
  expect(await labels({ add_labels: "d", remove_labels: "b" })).toEqual(["c", "d"]);
  expect(await labels({ labels: ["e"] })).toEqual(["e"]);
  expect(await labels({ labels: "" })).toEqual([]);
});

test("assignees are read from the query, as Renovate sends them, and an empty list or 0 removes them", async () => {
  const { owner, one } = await setUp();
  const send = async (query: string) =>
    (await ok(owner.put(`${one}?${query}`))).assignees.map(({ id }: { id: number }) => id);
  expect(await send(`assignee_ids%5B%5D=${owner.id}`)).toEqual([owner.id]);
  expect(await send("assignee_ids%5B%5D=0")).toEqual([]);
  expect(await send(`assignee_id=${owner.id}`)).toEqual([owner.id]);
  expect((await ok(owner.put(one, { assignee_ids: [] }))).assignees).toEqual([]);
});

test("target branch, squash, removal of the branch and the lock are changed and noted", async () => {
  const { owner, path, mergeRequest, one } = await setUp();
  const change = { target_branch: "other", squash: true, remove_source_branch: true, discussion_locked: true };
  expect(await ok(owner.put(one, change))).toMatchObject({
    target_branch: "other",
    squash: true,
    force_remove_source_branch: true,
    discussion_locked: true,
    merge_status: "can_be_merged",
  });
  const notes = await ok(owner.get(`${path}/${mergeRequest.id}/notes`));
  expect(notes.map(({ body }: { body: string }) => body).toSorted()).toEqual([
    "changed target branch from `main` to `other`",
    "locked the discussion in this merge request",
  ]);
  expect((await ok(owner.put(one, { squash: false }))).squash).toBe(false);
});

test("a change names at least one attribute, and a new target must not have a twin", async () => {
  const { owner, project, one } = await setUp();
  const empty = await owner.put(one);
  expect([empty.status, empty.body.error]).toEqual([
    400,
    expect.stringMatching(/^title, target_branch, .* are missing/),
  ]);
  await createMergeRequest(owner, project, { target_branch: "other" });
  const twin = await owner.put(one, { target_branch: "other" });
  expect([twin.status, twin.body]).toEqual([
    409,
    { message: ["Another open merge request already exists for this source branch: !2"] },
  ]);
});

test("reporters may not change the merge request of another, and strangers do not see it", async () => {
  const { owner, project, one } = await setUp();
  const [reporter, stranger] = [await createUser(), await createUser()];
  await addMember(asSource("project", project, owner), reporter, "reporter");
  expect((await reporter.put(one, { title: "Mine" })).status).toBe(403);
  expect((await reporter.delete(one)).status).toBe(403);
  expect((await ok(reporter.get(one))).user).toEqual({ can_merge: false });
  for (const call of [stranger.get(one), stranger.put(one, { title: "Mine" }), stranger.delete(one)])
    expect((await call).body).toEqual({ message: "404 Project Not Found" });
});

test("developers may not merge into a protected branch", async () => {
  const { owner, project, at, one } = await setUp();
  const developer = await createUser();
  await addMember(asSource("project", project, owner), developer, "developer");
  expect((await ok(developer.get(one))).user).toEqual({ can_merge: false });
  await ok(owner.put(`${at}/repository/branches/main/unprotect`));
  expect((await ok(developer.get(one))).user).toEqual({ can_merge: true });
});

test("a deleted merge request is gone, without a body", async () => {
  const { owner, one } = await setUp();
  const deleted = await owner.delete(one);
  expect([deleted.status, deleted.text]).toEqual([204, ""]);
  expect((await owner.get(one)).status).toBe(404);
  expect((await owner.delete(one)).status).toBe(404);
});

test("a single one is one round trip to the database once its mergeability is known", async () => {
  const { owner, one } = await setUp();
  await ok(owner.get(one));
  expect((await owner.get(one)).cost.roundTrips).toBe(1);
});
