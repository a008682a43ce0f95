// PUT /projects/:id/merge_requests/:merge_request_iid/rebase
import { expect, test } from "vitest";
import { createUser, ok } from "../../../support/actors.ts";
import { WorkingFolder } from "../../../support/git.ts";
import { addMember, asSource } from "../../../support/member-sources.ts";
import { createMergeRequest, createProposing } from "../../../support/merge-requests.ts";
import { v4 } from "../../../support/v4.ts";

/** `main` has a commit that `feature` lacks. */
async function setUp(files: Record<string, string> = { "newer.txt": "1\n" }) {
  const proposing = await createProposing({ visibility_level: 20 });
  const { owner, project, path } = proposing;
  const { id, iid } = await createMergeRequest(owner, project);
  using folder = await WorkingFolder.copy(owner, project);
  const main = await folder.commit(files, "Newer");
  await folder.deliver("main");
  return { ...proposing, main, inV3: `${path}/${id}`, one: v4(`${path}/${iid}`) };
}

const started = { status: 202, body: { rebase_in_progress: true } };

test("the source branch gets its commits on top of the target, as git makes them", async () => {
  const { owner, project, one, inV3, main, tips } = await setUp();
  using folder = await WorkingFolder.copy(owner, project);
  expect(await owner.put(`${one}/rebase`)).toMatchObject(started);
  const rebased = await ok(owner.get(one, { include_rebase_in_progress: true, include_diverged_commits_count: true }));
  expect(rebased).toMatchObject({ rebase_in_progress: false, merge_error: null, diverged_commits_count: 0 });
  await folder.git("fetch", "--quiet");
  expect(await folder.git("log", "-1", "--format=%H %P %s", "origin/feature")).toBe(
    `${rebased.sha} ${main} Write feature`,
  );
  await folder.git("checkout", "--quiet", "-b", "by-git", tips.feature ?? "");
  await folder.git("rebase", "--quiet", "main");
  expect(await folder.git("log", "-1", "--format=%T %an %ad %B", "by-git")).toBe(
    await folder.git("log", "-1", "--format=%T %an %ad %B", "origin/feature"),
  );
  expect(await ok(owner.get(`${inV3}/versions`))).toHaveLength(2);
  expect(await owner.put(`${one}/rebase`)).toMatchObject(started);
  expect(await ok(owner.get(one))).toMatchObject({ sha: rebased.sha });
});

test("a conflict leaves the branch, and is named until the next push", async () => {
  const { owner, project, one, tips } = await setUp({ "feature.txt": "Ours\n" });
  expect(await owner.put(`${one}/rebase`)).toMatchObject(started);
  expect(await ok(owner.get(one))).toMatchObject({
    sha: tips.feature,
    merge_error: "Rebase failed: Rebase locally, resolve all conflicts, then push the branch.",
  });
  using folder = await WorkingFolder.copy(owner, project);
  await folder.deliver("main~:feature");
  expect(await ok(owner.get(one))).toMatchObject({ merge_error: null });
});

test("a fork's branch is rebased by who may push to it", async () => {
  const { owner, project, main } = await setUp();
  const contributor = await createUser();
  const fork = await ok(contributor.post(`/projects/fork/${project.id}`));
  const created = await createMergeRequest(contributor, fork, {
    ...{ source_branch: "other", target_project_id: project.id },
  });
  using folder = await WorkingFolder.copy(owner, project);
  const newest = await folder.commit({ "newest.txt": "1\n" }, "Newest");
  await folder.deliver("main");
  const one = v4(`/projects/${project.id}/merge_requests/${created.iid}`);
  expect(await owner.put(`${one}/rebase`)).toMatchObject({ status: 403, body: { message: "403 Forbidden" } });
  expect(await contributor.put(`${one}/rebase`)).toMatchObject(started);
  using copy = await WorkingFolder.copy(contributor, fork);
  expect(await copy.git("log", "--format=%H", "-2", "--skip=1", "origin/other")).toBe(`${newest}\n${main}`);
  await copy.git("fsck", "--strict");
});

test("an author who may no longer read the target's code does not get it by a rebase", async () => {
  const { owner, project, at } = await createProposing();
  const author = await createUser();
  await addMember(asSource("project", project, owner), author, "developer");
  const fork = await ok(author.post(`/projects/fork/${project.id}`));
  const { iid } = await createMergeRequest(author, fork, { target_project_id: project.id });
  await ok(owner.put(`${at}/members/${author.id}`, { access_level: 10 }));
  const one = v4(`${at}/merge_requests/${iid}`);
  expect((await author.get(one)).status).toBe(200);
  expect(await author.put(`${one}/rebase`)).toMatchObject({ status: 403, body: { message: "403 Forbidden" } });
});

test("reporters, protected branches, and what is merged or closed are refused", async () => {
  const { owner, project, at, inV3, one, tips } = await setUp();
  const reporter = await createUser();
  await addMember(asSource("project", project, owner), reporter, "reporter");
  const refused = { status: 403, body: { message: expect.stringContaining("403 Forbidden") } };
  expect(await reporter.put(`${one}/rebase`)).toMatchObject(refused);
  await ok(owner.put(`${at}/repository/branches/feature/protect`));
  expect(await owner.put(`${one}/rebase`)).toMatchObject(refused);
  await ok(owner.put(`${at}/repository/branches/feature/unprotect`));
  await ok(owner.put(inV3, { state_event: "close" }));
  expect(await owner.put(`${one}/rebase`)).toMatchObject(refused);
  expect(await ok(owner.get(one))).toMatchObject({ sha: tips.feature, merge_error: null });
});
