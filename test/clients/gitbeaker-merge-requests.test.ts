// @gitbeaker/rest with merge requests.
import { Gitlab } from "@gitbeaker/rest";
import { expect, test } from "vitest";
import { createUser } from "../support/actors.ts";
import { baseUrl } from "../support/api.ts";
import { createProposing } from "../support/merge-requests.ts";

test("a merge request from its creation to its end", async () => {
  const { owner, project } = await createProposing();
  const reviewer = await createUser();
  const api = new Gitlab({ host: baseUrl, token: owner.token ?? "" });
  await api.ProjectMembers.add(project.id, 30, { userId: reviewer.id });
  const made = await api.MergeRequests.create(project.id, "feature", "main", "Draft: Add", {
    labels: "one,two",
    assigneeId: owner.id,
    reviewerIds: [reviewer.id],
    removeSourceBranch: true,
  });
  expect(made).toMatchObject({ iid: 1, draft: true, labels: ["one", "two"], reviewers: [{ id: reviewer.id }] });
  const edited = await api.MergeRequests.edit(project.id, made.iid, {
    title: "Add",
    removeLabels: "one",
    squash: true,
  });
  expect(edited).toMatchObject({ draft: false, labels: ["two"], squash: true, detailed_merge_status: "mergeable" });
  const shown = await api.MergeRequests.show(project.id, made.iid, { includeDivergedCommitsCount: true });
  expect(shown).toMatchObject({ title: "Add", diverged_commits_count: 0, user: { can_merge: true } });
  await expect(api.MergeRequests.create(project.id, "feature", "main", "Again")).rejects.toThrow(
    "Another open merge request already exists for this source branch: !1",
  );
  const closed = await api.MergeRequests.edit(project.id, made.iid, { stateEvent: "close" });
  expect(closed).toMatchObject({ state: "closed", closed_by: { id: owner.id } });
  await api.MergeRequests.remove(project.id, made.iid);
  await expect(api.MergeRequests.show(project.id, made.iid)).rejects.toThrow("404 Not found");
});
