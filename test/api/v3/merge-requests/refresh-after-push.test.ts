// Effects of pushes on open merge requests from and into the branch.
import { expect, test } from "vitest";
import { createUser, ok } from "../../../support/actors.ts";
import { WorkingFolder } from "../../../support/git.ts";
import { createMergeRequest, createProposing } from "../../../support/merge-requests.ts";
import { v4 } from "../../../support/v4.ts";

const bodies = (notes: { body: string }[]) => notes.map(({ body }) => body);

test("a push to the source is a new version, noted once", async () => {
  const { owner, project, path, tips } = await createProposing();
  const { id } = await createMergeRequest(owner, project);
  const one = `${path}/${id}`;
  await ok(owner.get(one));
  using folder = await WorkingFolder.copy(owner, project);
  await folder.git("checkout", "--quiet", "feature");
  const first = await folder.commit({ "feature.txt": "2\n" }, "Go on\n\nMore of it.");
  const second = await folder.commit({ "feature.txt": "3\n" }, "Go further");
  await folder.deliver("feature");
  const list: { id: number; sha: string; merge_status: string }[] = await ok(owner.get(path));
  expect(list).toMatchObject([{ id, sha: second, merge_status: "unchecked", work_in_progress: false }]);
  const versions: { head_commit_sha: string }[] = await ok(owner.get(`${one}/versions`));
  expect(versions.map(({ head_commit_sha }) => head_commit_sha)).toEqual([second, tips.feature]);
  expect(bodies(await ok(owner.get(`${one}/notes`)))).toEqual([
    `added 2 commits\n\n* ${first.slice(0, 8)} - Go on\n* ${second.slice(0, 8)} - Go further`,
  ]);
  expect(await owner.get(one)).toMatchObject({ status: 200, body: { merge_status: "can_be_merged" } });
});

test("a rewritten history keeps the old version unchanged", async () => {
  const { owner, project, path, tips } = await createProposing();
  const { id } = await createMergeRequest(owner, project);
  using folder = await WorkingFolder.copy(owner, project);
  await folder.git("checkout", "--quiet", "-b", "anew", tips.main ?? "");
  const head = await folder.commit({ "anew.txt": "1\n" }, "fixup! Begin anew");
  await folder.deliver("anew:feature");
  const [newest, oldest] = await ok(owner.get(`${path}/${id}/versions`));
  expect([newest.head_commit_sha, oldest.head_commit_sha]).toEqual([head, tips.feature]);
  const old = await ok(owner.get(`${path}/${id}/versions/${oldest.id}`));
  expect(old.commits).toMatchObject([{ id: tips.feature }]);
  expect(old.diffs).toMatchObject([{ new_path: "feature.txt" }]);
  const { title } = await ok(owner.get(`${path}/${id}`));
  expect(title).toMatch(/^WIP: merge request/);
  expect(bodies(await ok(owner.get(`${path}/${id}/notes`)))).toEqual([
    `added 1 commit\n\n* ${head.slice(0, 8)} - fixup! Begin anew`,
    `marked as a **Work In Progress** from ${head}`,
  ]);
});

test("a push of its commits to the target merges it", async () => {
  const { owner, project, path } = await createProposing();
  const { id } = await createMergeRequest(owner, project);
  const { id: untouched } = await createMergeRequest(owner, project, { source_branch: "other" });
  await ok(owner.get(`${path}/${untouched}`));
  using folder = await WorkingFolder.copy(owner, project);
  await folder.git("merge", "--quiet", "--ff-only", "origin/feature");
  await folder.deliver("main");
  const [other, one] = await ok(owner.get(path));
  expect(one).toMatchObject({ id, state: "merged", merge_commit_sha: null });
  expect(other).toMatchObject({ id: untouched, state: "opened", merge_status: "unchecked" });
  expect(bodies(await ok(owner.get(`${path}/${id}/notes`)))).toEqual(["merged"]);
  expect(await ok(owner.get(`${path}/${untouched}/versions`))).toHaveLength(1);
});

test("merging a part of its commits makes a version of the rest", async () => {
  const { owner, project, path, at } = await createProposing();
  const { id: part } = await createMergeRequest(owner, project);
  await ok(owner.post(`${at}/repository/branches`, { branch_name: "whole", ref: "feature" }));
  const file = { file_path: "rest.txt", content: "2\n", commit_message: "Go on" };
  await ok(owner.post(`${at}/repository/files`, { branch_name: "whole", ...file }));
  const { id, sha } = await createMergeRequest(owner, project, { source_branch: "whole" });
  const { merge_commit_sha } = await ok(owner.put(`${path}/${part}/merge`));
  expect(await ok(owner.get(`${path}/${id}/versions`))).toMatchObject([
    { head_commit_sha: sha, start_commit_sha: merge_commit_sha },
    { head_commit_sha: sha },
  ]);
  expect(await ok(owner.get(`${path}/${id}/commits`))).toMatchObject([{ id: sha, title: "Go on" }]);
});

test("deleting and restoring the target branch makes no version", async () => {
  const { owner, project, path, at, tips } = await createProposing();
  const branches = `${at}/repository/branches`;
  const stable = { branch_name: "stable", ref: tips.main };
  await ok(owner.post(branches, stable));
  const { id } = await createMergeRequest(owner, project, { target_branch: "stable" });
  const before = await ok(owner.get(`${path}/${id}/versions`));
  await ok(owner.delete(`${branches}/stable`));
  await ok(owner.post(branches, stable));
  expect(await ok(owner.get(`${path}/${id}/versions`))).toEqual(before);
});

test("accepting one merges others whose commits it contains", async () => {
  const { owner, project, path } = await createProposing();
  const { id: below } = await createMergeRequest(owner, project);
  using folder = await WorkingFolder.copy(owner, project);
  await folder.git("checkout", "--quiet", "-b", "above", "origin/feature");
  await folder.commit({ "above.txt": "1\n" }, "Build on it");
  await folder.deliver("above");
  const { id: above } = await createMergeRequest(owner, project, { source_branch: "above" });
  await ok(owner.put(`${path}/${above}/merge`));
  expect(await owner.get(`${path}/${below}`)).toMatchObject({ body: { state: "merged", merge_commit_sha: null } });
});

test("deleting and restoring the source branch leaves the merge request open", async () => {
  const { owner, project, path, at, tips } = await createProposing();
  const { id } = await createMergeRequest(owner, project);
  await ok(owner.delete(`${at}/repository/branches/feature`));
  expect(await owner.get(`${path}/${id}`)).toMatchObject({ body: { state: "opened", sha: tips.feature } });
  expect(await owner.put(`${path}/${id}/merge`)).toMatchObject({ status: 405 });
  expect(bodies(await ok(owner.get(`${path}/${id}/notes`)))).toEqual(["deleted source branch `feature`"]);
  await ok(owner.post(`${at}/repository/branches`, { branch_name: "feature", ref: tips.feature }));
  expect(bodies(await ok(owner.get(`${path}/${id}/notes`)))).toContain("restored source branch `feature`");
  expect(await owner.put(`${path}/${id}/merge`)).toMatchObject({ status: 200, body: { state: "merged" } });
});

test("a successful build merges it, unless a push or a cancellation came first", async () => {
  const { owner, project, path, at, tips } = await createProposing();
  const { id } = await createMergeRequest(owner, project);
  const one = `${path}/${id}`;
  const setStatus = (sha: string | undefined, state: string) =>
    ok(owner.post(`${at}/statuses/${sha}`, { state, ref: "feature" }));
  const wait = () =>
    owner.put(`${one}/merge`, {
      merge_when_build_succeeds: true,
      merge_commit_message: "Later",
      should_remove_source_branch: true,
    });
  const waiting = {
    status: 200,
    body: { state: "opened", merge_when_build_succeeds: true, should_remove_source_branch: true },
  };
  await setStatus(tips.feature, "running");
  expect(await wait()).toMatchObject(waiting);
  expect(await (await createUser()).put(`${one}/cancel_merge_when_build_succeeds`)).toMatchObject({ status: 404 });
  expect(await owner.put(`${one}/cancel_merge_when_build_succeeds`)).toMatchObject({
    status: 200,
    body: { state: "opened", merge_when_build_succeeds: false, should_remove_source_branch: null },
  });
  expect(await owner.post(`${one}/cancel_merge_when_build_succeeds`)).toMatchObject({
    status: 406,
    body: { message: "Can't cancel the automatic merge" },
  });
  expect(await wait()).toMatchObject(waiting);
  using folder = await WorkingFolder.copy(owner, project);
  await folder.git("checkout", "--quiet", "feature");
  const head = await folder.commit({ "feature.txt": "2\n" }, "Go on");
  await folder.deliver("feature");
  expect(await owner.get(one)).toMatchObject({ body: { merge_when_build_succeeds: false } });
  await setStatus(head, "pending");
  expect(await wait()).toMatchObject(waiting);
  await setStatus(tips.feature, "success");
  expect(await owner.get(one)).toMatchObject({ body: { state: "opened" } });
  await setStatus(head, "success");
  expect(await owner.get(one)).toMatchObject({ body: { state: "merged", merge_when_build_succeeds: false } });
  await folder.git("fetch", "--quiet", "--prune");
  expect(await folder.git("log", "-1", "--format=%s %P", "origin/main")).toBe(`Later ${tips.main} ${head}`);
  expect((await folder.try(["rev-parse", "--verify", "origin/feature"])).code).not.toBe(0);
  expect(await owner.put(`${one}/cancel_merge_when_build_succeeds`)).toMatchObject({
    status: 405,
    body: { message: "Method Not Allowed" },
  });
});

test("a push leaves the time of a todo that the pusher has done", async () => {
  const { owner, project, path } = await createProposing();
  const { id } = await createMergeRequest(owner, project);
  const { id: todo } = await ok(owner.post(`${path}/${id}/todo`));
  await ok(owner.delete(`/todos/${todo}`));
  const read = async () => {
    const todos = await ok(owner.get(v4("/todos"), { state: "done" }));
    return todos.map(({ updated_at, target: { sha } }: Todo) => ({ updated_at, sha }));
  };
  const [done] = await read();
  using folder = await WorkingFolder.copy(owner, project, { branch: "feature" });
  const sha = await folder.commit({ "feature.txt": "More\n" }, "Say more");
  await folder.deliver("feature");
  await expect.poll(read).toEqual([{ ...done, sha }]);
});

interface Todo {
  readonly updated_at: string;
  readonly target: { readonly sha: string };
}

test("a failed build and a conflict notify the requester of an automatic merge, which stays pending", async () => {
  const { owner, project, path, at, tips } = await createProposing();
  const { id } = await createMergeRequest(owner, project);
  const setStatus = (state: string) => ok(owner.post(`${at}/statuses/${tips.feature}`, { state, ref: "feature" }));
  await setStatus("running");
  await ok(owner.put(`${path}/${id}/merge`, { merge_when_build_succeeds: true }));
  await setStatus("failed");
  const [failed] = await ok(owner.get("/todos"));
  expect(failed).toMatchObject({ action_name: "build_failed", target: { id, merge_when_build_succeeds: true } });
  await ok(owner.delete(`/todos/${failed.id}`));
  using folder = await WorkingFolder.copy(owner, project);
  await folder.commit({ "feature.txt": "Ours\n" }, "Say ours");
  await folder.deliver("main");
  await setStatus("success");
  expect(await owner.get("/todos")).toMatchObject({
    status: 200,
    body: [{ action_name: "unmergeable", target: { id, state: "opened", merge_when_build_succeeds: true } }],
  });
});
