// DELETE /projects/:id/repository/merged_branches
import { expect, test } from "vitest";
import { ok } from "../../../support/actors.ts";
import { createProject } from "../../../support/factories.ts";
import { WorkingFolder } from "../../../support/git.ts";
import { addMember, branchesOf, createSeeded, mergedBranchesOf, namesOf, remoteRefs } from "./branches.ts";

const done = { status: 200, body: {} };

/** `main` is two commits ahead of `old` and of the protected `stable`; `work` has a commit of its own. */
async function createMerged() {
  const seeded = await createSeeded();
  const { owner, project, path } = seeded;
  using folder = await WorkingFolder.copy(owner, project);
  await folder.git("branch", "old");
  await folder.git("branch", "stable");
  await folder.git("checkout", "-q", "-b", "work");
  await folder.commit({ w: "1" });
  await folder.git("checkout", "-q", "main");
  await folder.commit({ a: "1" });
  await folder.git("branch", "feature/done");
  await folder.commit({ a: "2" });
  await folder.git("branch", "same");
  await folder.deliver("main", "old", "stable", "work", "same", "feature/done");
  await ok(owner.put(`${path}/stable/protect`, { developers_can_push: true }));
  return { ...seeded, merged: mergedBranchesOf(project) };
}

test("branches contained in the default branch are deleted, for git as well", async () => {
  const { owner, project, path, merged } = await createMerged();
  const { status, body } = await owner.delete(merged);
  expect({ status, body }).toEqual(done);
  const kept = ["main", "same", "stable", "work"];
  expect(namesOf(await owner.get(path))).toEqual(kept);
  expect(Object.keys(await remoteRefs(owner, project)).sort()).toEqual(["HEAD", ...kept.map((n) => `refs/heads/${n}`)]);
});

test("a protected branch is kept, even for developers who may push to it", async () => {
  const seeded = await createMerged();
  const developer = await addMember(seeded, "developer");
  expect(await developer.delete(seeded.merged)).toMatchObject(done);
  expect(namesOf(await developer.get(seeded.path))).toEqual(["main", "same", "stable", "work"]);
});

test("an unprotected default branch is kept", async () => {
  const { owner, path, merged } = await createMerged();
  await ok(owner.put(`${path}/main/unprotect`));
  expect(await owner.delete(merged)).toMatchObject(done);
  expect(namesOf(await owner.get(path))).toContain("main");
});

test("a branch contained only in a branch other than the default one is kept", async () => {
  const { owner, project, path, merged } = await createMerged();
  await ok(owner.put(`/projects/${project.id}`, { default_branch: "old" }));
  expect(await owner.delete(merged)).toMatchObject(done);
  expect(namesOf(await owner.get(path))).toEqual(["feature/done", "main", "old", "same", "stable", "work"]);
});

test("each deleted branch is a push in the project's activity", async () => {
  const { owner, project, merged } = await createMerged();
  await ok(owner.delete(merged));
  const events = await ok(owner.get(`/projects/${project.id}/events`, { action: "pushed", per_page: 2 }));
  const pushes = events.map((event: { action_name: string; push_data: { ref: string } }) => [
    event.action_name,
    event.push_data.ref,
  ]);
  expect(pushes.sort()).toEqual([
    ["deleted", "feature/done"],
    ["deleted", "old"],
  ]);
});

test("without merged branches, or in an empty repository, nothing is deleted", async () => {
  const { owner, path, merged } = await createMerged();
  await ok(owner.delete(merged));
  expect(await owner.delete(merged)).toMatchObject(done);
  expect(namesOf(await owner.get(path))).toHaveLength(4);
  const empty = await createProject(owner);
  expect(await owner.delete(mergedBranchesOf(empty))).toMatchObject(done);
  expect(await owner.get(branchesOf(empty))).toMatchObject({ status: 200, body: [] });
});
