// @gitbeaker/rest reviews, merges and rebases merge requests of API v4, and reads their contents.
import { Gitlab } from "@gitbeaker/rest";
import { expect, test } from "vitest";
import { ok } from "../support/actors.ts";
import { baseUrl } from "../support/api.ts";
import { createMergeRequest, createProposing } from "../support/merge-requests.ts";

async function connect() {
  const proposing = await createProposing();
  const { owner, project } = proposing;
  const { iid } = await createMergeRequest(owner, project, { title: "Add a feature", description: "Closes #1" });
  return { ...proposing, iid, api: new Gitlab({ host: baseUrl, token: owner.token ?? "" }) };
}

test("approvals", async () => {
  const { project, owner, iid, tips, api } = await connect();
  const { MergeRequestApprovals } = api;
  await MergeRequestApprovals.approve(project.id, iid, { sha: tips.feature ?? "" });
  expect(await MergeRequestApprovals.showConfiguration(project.id, { mergerequestIId: iid })).toMatchObject({
    approved: true,
    approved_by: [{ user: { username: owner.username } }],
  });
  expect(await MergeRequestApprovals.showApprovalState(project.id, iid)).toMatchObject({ rules: [] });
  expect(await MergeRequestApprovals.allApprovalRules(project.id, { mergerequestIId: iid })).toEqual([]);
  await MergeRequestApprovals.unapprove(project.id, iid);
  expect(await MergeRequestApprovals.showConfiguration(project.id, { mergerequestIId: iid })).toMatchObject({
    approved: false,
  });
});

test("contents", async () => {
  const { project, owner, iid, tips, api } = await connect();
  await ok(owner.post(`/projects/${project.id}/issues`, { title: "To be closed" }));
  const { MergeRequests, Commits } = api;
  const id = tips.feature ?? "";
  expect(await MergeRequests.allCommits(project.id, iid)).toMatchObject([{ id }]);
  expect(await MergeRequests.allDiffs(project.id, iid)).toMatchObject([{ new_path: "feature.txt", new_file: true }]);
  expect(await MergeRequests.showChanges(project.id, iid)).toMatchObject({
    iid,
    changes: [{ new_path: "feature.txt" }],
  });
  const [version] = await MergeRequests.allDiffVersions(project.id, iid);
  expect(await MergeRequests.showDiffVersion(project.id, iid, version?.id ?? 0)).toMatchObject({
    head_commit_sha: id,
    commits: [{ id }],
    diffs: [{ new_path: "feature.txt" }],
  });
  expect(await MergeRequests.allIssuesClosed(project.id, iid)).toMatchObject([{ iid: 1, title: "To be closed" }]);
  expect(await Commits.allMergeRequests(project.id, id)).toMatchObject([{ iid, state: "opened" }]);
});

test("an automatic merge that is cancelled, a rebase, and a squash", async () => {
  const { project, owner, at, iid, tips, api } = await connect();
  const { MergeRequests } = api;
  await ok(owner.post(`${at}/statuses/${tips.feature}`, { state: "running", ref: "feature" }));
  const waiting = await MergeRequests.merge(project.id, iid, { mergeWhenPipelineSucceeds: true });
  expect(waiting).toMatchObject({ state: "opened", merge_when_pipeline_succeeds: true });
  expect(await MergeRequests.cancelOnPipelineSuccess(project.id, iid)).toMatchObject({
    merge_when_pipeline_succeeds: false,
  });
  expect(await MergeRequests.rebase(project.id, iid, { skipCI: true })).toMatchObject({ rebase_in_progress: true });
  const rebased = await MergeRequests.show(project.id, iid, { includeRebaseInProgress: true });
  expect(rebased).toMatchObject({ rebase_in_progress: false, merge_error: null });
  const merged = await MergeRequests.merge(project.id, iid, { squash: true, sha: rebased.sha });
  expect(merged).toMatchObject({ state: "merged", squash_commit_sha: expect.stringMatching(/^[0-9a-f]{40}$/) });
  await expect(MergeRequests.merge(project.id, iid)).rejects.toThrow("Method Not Allowed");
});
