// Accepting merge requests: the resulting target branch, and the refusals.
import { expect, test } from "vitest";
import { createUser, ok } from "../../../support/actors.ts";
import type { Project } from "../../../support/factories.ts";
import { WorkingFolder } from "../../../support/git.ts";
import { addMember, asSource } from "../../../support/member-sources.ts";
import { createMergeRequest, createProposing, type Proposing } from "../../../support/merge-requests.ts";

const inProgress = { status: 405, body: { message: "405 Method Not Allowed" } };
const notOpen = { status: 406, body: { message: "Method Not Allowed" } };
const unmergeable = { status: 405, body: { message: "Branch cannot be merged" } };
const mismatch = { status: 409, body: { message: "SHA does not match HEAD of source branch" } };
const unauthorized = { status: 401, body: { message: "401 Unauthorized" } };

/** `conflicting` and main change the same lines. */
async function pushConflict({ owner, project }: Proposing): Promise<string> {
  using folder = await WorkingFolder.copy(owner, project);
  await folder.git("checkout", "--quiet", "-b", "conflicting");
  const head = await folder.commit({ "README.md": "Theirs\n" }, "Say theirs");
  await folder.git("checkout", "--quiet", "main");
  await folder.commit({ "README.md": "Ours\n" }, "Say ours");
  await folder.deliver("main", "conflicting");
  return head;
}

test("accepting makes a merge commit of both branches with the accepting user as author", async () => {
  const { owner, project, path, tips } = await createProposing();
  const mr = await createMergeRequest(owner, project, { title: "Add a feature" });
  const { status, body } = await owner.put(`${path}/${mr.id}/merge`);
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { id: mr.id, state: "merged", merge_status: "can_be_merged", sha: tips.feature },
  });
  using folder = await WorkingFolder.copy(owner, project);
  expect(await folder.git("log", "-1", "--format=%H %P", "origin/main")).toBe(
    `${body.merge_commit_sha} ${tips.main} ${tips.feature}`,
  );
  expect(await folder.git("log", "-1", "--format=%B", "origin/main")).toBe(
    `Merge branch 'feature' into 'main'\n\nAdd a feature\n\nSee merge request !${mr.iid}\n`.trimEnd(),
  );
  const { name, email } = await ok(owner.get("/user"));
  const who = `${name} <${email}>`;
  expect(await folder.git("log", "-1", "--format=%an <%ae>%n%cn <%ce>", "origin/main")).toBe(`${who}\n${who}`);
  await folder.git("checkout", "--quiet", "-b", "by-git", tips.main ?? "");
  await folder.git("merge", "--quiet", "--no-ff", "-m", "m", tips.feature ?? "");
  expect(await folder.git("rev-parse", "origin/main^{tree}")).toBe(await folder.git("rev-parse", "by-git^{tree}"));
  await folder.git("fsck", "--strict");
  const notes: { body: string; system: boolean }[] = await ok(owner.get(`${path}/${mr.id}/notes`));
  expect(notes.map(({ body: text }) => text)).toEqual(["merged"]);
  expect(await owner.get(`${path}?state=merged`)).toMatchObject({ status: 200, body: [{ id: mr.id }] });
});

test("the given message is used verbatim, also under the older parameter name", async () => {
  const { owner, project, at } = await createProposing();
  const { id } = await createMergeRequest(owner, project);
  const attributes = { merge_commit_message: "Mine\n\n  as it is " };
  expect(await owner.put(`${at}/merge_request/${id}/merge`, attributes)).toMatchObject({
    status: 200,
    body: { state: "merged" },
  });
  using folder = await WorkingFolder.copy(owner, project);
  expect(await folder.git("cat-file", "commit", "main")).toMatch(/\n\nMine\n\n {2}as it is $/);
});

test("the right to merge into the branch is checked first", async () => {
  const proposing = await createProposing({ visibility_level: 20 });
  const { owner, project, path, at } = proposing;
  const { id } = await createMergeRequest(owner, project, { title: "WIP: soon" });
  const developer = await createUser();
  await addMember(asSource("project", project, owner), developer, "developer");
  const reporter = await createUser();
  await addMember(asSource("project", project, owner), reporter, "reporter");
  for (const actor of [developer, reporter, await createUser()]) {
    expect(await actor.put(`${path}/${id}/merge`)).toMatchObject(unauthorized);
  }
  expect(await developer.put(`${path}/0/merge`)).toMatchObject({ status: 404, body: { message: "404 Not found" } });
  await ok(owner.put(`${at}/repository/branches/main/protect`, { developers_can_merge: true }));
  expect(await developer.put(`${path}/${id}/merge`)).toMatchObject(inProgress);
  await ok(owner.put(`${path}/${id}`, { title: "Now" }));
  expect(await developer.put(`${path}/${id}/merge`)).toMatchObject({ status: 200, body: { state: "merged" } });
});

test("closed and merged ones, and those with nothing to merge, each get their own refusal", async () => {
  const { owner, project, path } = await createProposing();
  const { id } = await createMergeRequest(owner, project);
  const one = `${path}/${id}`;
  await ok(owner.put(one, { state_event: "close" }));
  expect(await owner.put(`${one}/merge`)).toMatchObject(notOpen);
  await ok(owner.put(one, { state_event: "reopen" }));
  await ok(owner.put(`${one}/merge`));
  expect(await owner.put(`${one}/merge`)).toMatchObject(notOpen);
  const again = await createMergeRequest(owner, project);
  expect(await owner.put(`${path}/${again.id}/merge`)).toMatchObject(inProgress);
  const missing = await createMergeRequest(owner, project, { source_branch: "nowhere" });
  expect(await owner.put(`${path}/${missing.id}/merge`)).toMatchObject(inProgress);
});

test("a conflict is reported before a wrong sha, and nothing changes", async () => {
  const proposing = await createProposing();
  const { owner, project, path, tips } = proposing;
  await pushConflict(proposing);
  const { id } = await createMergeRequest(owner, project, { source_branch: "conflicting" });
  expect(await owner.put(`${path}/${id}/merge`, { sha: "" })).toMatchObject(unmergeable);
  expect(await owner.put(`${path}/${id}/merge`)).toMatchObject(unmergeable);
  expect(await owner.get(`${path}/${id}`)).toMatchObject({
    body: { state: "opened", merge_status: "cannot_be_merged" },
  });
  const { id: clean } = await createMergeRequest(owner, project);
  for (const sha of ["", tips.feature?.slice(0, 39), tips.main]) {
    expect(await owner.put(`${path}/${clean}/merge`, { sha })).toMatchObject(mismatch);
  }
  expect(await ok(owner.get(`${path}/${clean}/versions`))).toHaveLength(1);
  expect(await owner.put(`${path}/${clean}/merge`, { sha: tips.feature })).toMatchObject({ status: 200 });
});

test("the source branch is removed on request, unless it may not be", async () => {
  const { owner, project, path, at } = await createProposing();
  const branches = async () =>
    (await ok(owner.get(`${at}/repository/branches`))).map(({ name }: { name: string }) => name);
  const { id } = await createMergeRequest(owner, project);
  await ok(owner.put(`${path}/${id}/merge`, { should_remove_source_branch: true }));
  expect(await branches()).toEqual(["main", "other"]);
  await ok(owner.put(`${at}/repository/branches/other/protect`));
  const { id: kept } = await createMergeRequest(owner, project, { source_branch: "other", remove_source_branch: true });
  expect(await owner.put(`${path}/${kept}/merge`, { should_remove_source_branch: false })).toMatchObject({
    status: 200,
    body: { state: "merged", should_remove_source_branch: false, force_remove_source_branch: true },
  });
  expect(await branches()).toEqual(["main", "other"]);
});

test("of many concurrent calls one merges, and the others are refused", async () => {
  const { owner, project, path, tips } = await createProposing();
  const { id } = await createMergeRequest(owner, project);
  const answers = await Promise.all(Array.from({ length: 6 }, () => owner.put(`${path}/${id}/merge`)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 406, 406, 406, 406, 406]);
  using folder = await WorkingFolder.copy(owner, project);
  expect(await folder.git("rev-list", "--count", `${tips.main}..main`)).toBe("2");
  const notes: { body: string }[] = await ok(owner.get(`${path}/${id}/notes`));
  expect(notes.map(({ body }) => body)).toEqual(["merged"]);
});

test("several concurrent merges into one branch all succeed", async () => {
  const { owner, project, path, tips } = await createProposing();
  const made = [
    await createMergeRequest(owner, project),
    await createMergeRequest(owner, project, { source_branch: "other" }),
  ];
  const answers = await Promise.all(made.map(({ id }) => owner.put(`${path}/${id}/merge`)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  using folder = await WorkingFolder.copy(owner, project);
  expect((await folder.git("ls-tree", "--name-only", "main")).split("\n")).toEqual([
    "README.md",
    "feature.txt",
    "other.txt",
  ]);
  expect(await folder.git("rev-list", "--merges", "--count", `${tips.main}..main`)).toBe("2");
});

test("accepting one from a fork merges all of its commits and removes its branch", async () => {
  const { owner, project, path } = await createProposing({ visibility_level: 20 });
  const contributor = await createUser();
  const fork: Project = await ok(contributor.post(`/projects/fork/${project.id}`));
  using work = await WorkingFolder.copy(contributor, fork);
  await work.git("checkout", "--quiet", "-b", "topic");
  await work.commit({ "topic.txt": "1\n" }, "One");
  await work.deliver("topic");
  const made = await ok(
    contributor.post(`/projects/${fork.id}/merge_requests`, {
      title: "From the fork",
      source_branch: "topic",
      target_branch: "main",
      target_project_id: project.id,
      remove_source_branch: true,
    }),
  );
  const tip = await work.commit({ "topic.txt": "2\n" }, "Two");
  await work.deliver("topic");
  expect(await contributor.put(`${path}/${made.id}/merge`)).toMatchObject(unauthorized);
  expect(await owner.put(`${path}/${made.id}/merge`, { sha: tip })).toMatchObject({ status: 200, body: { sha: tip } });
  using folder = await WorkingFolder.copy(owner, project);
  await folder.git("fsck", "--strict");
  expect(await folder.git("rev-parse", "main^2")).toBe(tip);
  expect(await contributor.get(`/projects/${fork.id}/repository/branches/topic`)).toMatchObject({ status: 404 });
});

test("a guest of a private project gets 401, an outsider 404, and an author may cancel", async () => {
  const { owner, project, path } = await createProposing({ visibility_level: 0 });
  const { id } = await createMergeRequest(owner, project);
  const [guest, author] = [await createUser(), await createUser()];
  await addMember(asSource("project", project, owner), guest, "guest");
  await addMember(asSource("project", project, owner), author, "developer");
  const { id: own } = await createMergeRequest(author, project, { source_branch: "other" });
  for (const call of ["merge", "cancel_merge_when_build_succeeds"]) {
    expect(await guest.put(`${path}/${id}/${call}`)).toMatchObject(unauthorized);
    expect(await author.put(`${path}/${id}/${call}`)).toMatchObject(unauthorized);
    expect(await (await createUser()).put(`${path}/${id}/${call}`)).toMatchObject({ status: 404 });
  }
  expect(await author.put(`${path}/${own}/merge`)).toMatchObject(unauthorized);
  expect(await author.put(`${path}/${own}/cancel_merge_when_build_succeeds`)).toMatchObject({ status: 406 });
});
