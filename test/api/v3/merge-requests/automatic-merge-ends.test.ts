// An automatic merge applies only to the content a master agreed to: changes by others cancel it.
import { expect, test } from "vitest";
import { type Actor, createUser, ok } from "../../../support/actors.ts";
import { joinProject } from "../../../support/belonging.ts";
import { WorkingFolder } from "../../../support/git.ts";
import { createMergeRequest, createProposing } from "../../../support/merge-requests.ts";

/** A merge request by a reporter, with an automatic merge requested by the project's owner. */
async function createWaiting() {
  const { owner, project, path, at, tips } = await createProposing();
  const author = await createUser();
  await joinProject(owner, project, author, "developer");
  const { id } = await createMergeRequest(author, project);
  const one = `${path}/${id}`;
  const setStatus = (sha: string | undefined, state: string) =>
    ok(owner.post(`${at}/statuses/${sha}`, { state, ref: "feature" }));
  await setStatus(tips.feature, "running");
  await ok(owner.put(`${one}/merge`, { merge_when_build_succeeds: true }));
  const become = (role: 10 | 20 | 30) =>
    ok(owner.put(`/projects/${project.id}/members/${author.id}`, { access_level: role }));
  return { owner, author, project, at, one, tips, setStatus, become };
}

const isOpen = async (reader: Actor, one: string) =>
  expect(await reader.get(one)).toMatchObject({ body: { state: expect.stringMatching(/opened$/) } });

test("an automatic merge is cancelled by closing, however the merge request is reopened", async () => {
  const { owner, author, project, one, setStatus } = await createWaiting();
  await ok(author.put(one, { state_event: "close" }));
  using folder = await WorkingFolder.copy(author, project);
  await folder.git("checkout", "--quiet", "feature");
  const head = await folder.commit({ "unseen.txt": "1\n" });
  await folder.deliver("feature");
  expect(await author.put(one, { state_event: "reopen" })).toMatchObject({
    status: 200,
    body: { merge_when_build_succeeds: false, sha: head },
  });
  await setStatus(head, "success");
  await isOpen(owner, one);
});

test("an automatic merge is cancelled by a new target branch from somebody who cannot merge", async () => {
  const { owner, author, at, one, tips, setStatus, become } = await createWaiting();
  await ok(owner.post(`${at}/repository/branches`, { branch_name: "release", ref: "main" }));
  await become(20);
  expect(await author.put(one, { target_branch: "release" })).toMatchObject({
    status: 200,
    body: { merge_when_build_succeeds: false },
  });
  await setStatus(tips.feature, "success");
  await isOpen(owner, one);
});

test("only the author can request the removal of the source branch in their name", async () => {
  const { owner, author, one } = await createWaiting();
  expect(await owner.put(one, { remove_source_branch: true })).toMatchObject({
    status: 200,
    body: { force_remove_source_branch: null },
  });
  expect(await author.put(one, { remove_source_branch: true })).toMatchObject({
    status: 200,
    body: { force_remove_source_branch: true },
  });
});
