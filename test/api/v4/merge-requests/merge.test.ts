// Merging in API v4: what is refused, squashing, and automatic merges.
import { expect, test } from "vitest";
import { createUser, ok } from "../../../support/actors.ts";
import { WorkingFolder } from "../../../support/git.ts";
import { addMember, asSource } from "../../../support/member-sources.ts";
import { createMergeRequest, createProposing, type Proposing } from "../../../support/merge-requests.ts";
import { v4 } from "../../../support/v4.ts";

async function setUp(attributes = {}, project = {}) {
  const proposing = await createProposing(project);
  const { id, iid } = await createMergeRequest(proposing.owner, proposing.project, {
    title: "Add a feature",
    ...attributes,
  });
  return { ...proposing, id, one: v4(`${proposing.path}/${iid}`), inV3: `${proposing.path}/${id}` };
}

/** Extends `feature` to two commits. */
async function pushSecond({ owner, project }: Proposing): Promise<string> {
  using folder = await WorkingFolder.copy(owner, project);
  await folder.git("checkout", "--quiet", "feature");
  const head = await folder.commit({ "more.txt": "2\n" }, "Second");
  await folder.deliver("feature");
  return head;
}

/** `main` and `feature` change the same lines. */
async function pushConflict({ owner, project }: Proposing): Promise<void> {
  using folder = await WorkingFolder.copy(owner, project);
  await folder.commit({ "feature.txt": "Ours\n" }, "Say ours");
  await folder.deliver("main");
}

const notAllowed = { status: 405, body: { message: "405 Method Not Allowed" } };

test("an empty body merges, with v3's merge commit", async () => {
  const { owner, one, inV3, tips } = await setUp();
  const { status, body } = await owner.put(`${one}/merge`);
  expect({ status, body }).toMatchObject({
    status: 200,
    body: {
      state: "merged",
      sha: tips.feature,
      squash: false,
      squash_commit_sha: null,
      merge_error: null,
      merged_by: { id: owner.id },
      merge_user: { id: owner.id },
      merged_at: expect.any(String),
      user: { can_merge: true },
    },
  });
  expect(await ok(owner.get(inV3))).toMatchObject({ state: "merged", merge_commit_sha: body.merge_commit_sha });
});

test("`squash` merges one commit of the source branch, by its author, with git's tree", async () => {
  const proposing = await setUp();
  const { owner, project, one, inV3, tips } = proposing;
  const head = await pushSecond(proposing);
  const master = await createUser();
  await addMember(asSource("project", project, owner), master, "master");
  const { status, body } = await master.put(`${one}/merge`, { squash: true, sha: head });
  expect({ status, body }).toMatchObject({ status: 200, body: { state: "merged", sha: head, squash: true } });
  using folder = await WorkingFolder.copy(owner, project);
  const logOf = (format: string, revision: string) => folder.git("log", "-1", `--format=${format}`, revision);
  expect(await logOf("%H %P", "main")).toBe(`${body.merge_commit_sha} ${tips.main} ${body.squash_commit_sha}`);
  expect(await logOf("%P %s", "main^2")).toBe(`${tips.main} Add a feature`);
  const [author, committer] = [await ok(owner.get("/user")), await ok(master.get("/user"))];
  expect(await logOf("%an <%ae> %cn <%ce>", "main^2")).toBe(
    `${author.name} <${author.email}> ${committer.name} <${committer.email}>`,
  );
  await folder.git("checkout", "--quiet", "-b", "by-git", tips.main ?? "");
  await folder.git("merge", "--quiet", "--squash", head);
  await folder.git("commit", "--quiet", "-m", "squash");
  expect(await folder.git("rev-parse", "main^2^{tree}")).toBe(await folder.git("rev-parse", "by-git^{tree}"));
  expect(await folder.git("rev-parse", "main^{tree}")).toBe(await folder.git("rev-parse", "by-git^{tree}"));
  await folder.git("fsck", "--strict");
  expect(await ok(owner.get(inV3))).toMatchObject({ state: "merged", merge_commit_sha: body.merge_commit_sha });
  expect(await ok(owner.get(one))).toMatchObject({ squash_commit_sha: body.squash_commit_sha });
});

test("`squash_commit_message` is used verbatim, beside that of the merge commit", async () => {
  const { owner, project, one } = await setUp();
  const messages = { squash_commit_message: "One\n\n  commit ", merge_commit_message: "Merged" };
  await ok(owner.put(`${one}/merge`, { squash: true, ...messages }));
  using folder = await WorkingFolder.copy(owner, project);
  expect(await folder.git("cat-file", "commit", "main^2")).toMatch(/\n\nOne\n\n {2}commit $/);
  expect(await folder.git("log", "-1", "--format=%B", "main")).toBe("Merged");
});

test("a single commit with the title as its message is merged itself", async () => {
  const { owner, one, tips } = await setUp({ title: "Write feature" });
  const { status, body } = await owner.put(`${one}/merge`, { squash: true });
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { state: "merged", squash: true, squash_commit_sha: tips.feature },
  });
});

test.each(["v3", "v4"])("what is created with `squash` is squashed when it is merged through %s", async (version) => {
  const { owner, project, path, tips } = await createProposing();
  const created = await ok(
    owner.post(v4(path), { title: "Squash me", source_branch: "feature", target_branch: "main", squash: true }),
  );
  const one = v4(`${path}/${created.iid}`);
  await ok(version === "v3" ? owner.put(`${path}/${created.id}/merge`) : owner.put(`${one}/merge`, { squash: false }));
  using folder = await WorkingFolder.copy(owner, project);
  const squashed = await folder.git("rev-parse", "main^2");
  expect(await folder.git("log", "-1", "--format=%P %s", squashed)).toBe(`${tips.main} Squash me`);
  expect(await ok(owner.get(one))).toMatchObject({ state: "merged", squash: true, squash_commit_sha: squashed });
});

test("an automatic merge squashes with the messages that were given for it", async () => {
  const { owner, project, at, one, tips } = await setUp();
  const setStatus = (state: string) => ok(owner.post(`${at}/statuses/${tips.feature}`, { state, ref: "feature" }));
  await setStatus("running");
  const waiting = await owner.put(`${one}/merge`, {
    ...{ auto_merge: true, squash: true, squash_commit_message: "Squashed later" },
  });
  expect(waiting).toMatchObject({
    status: 200,
    body: { state: "opened", merge_when_pipeline_succeeds: true, squash: true },
  });
  await setStatus("success");
  const merged = await ok(owner.get(one));
  expect(merged).toMatchObject({ state: "merged", squash_commit_sha: expect.stringMatching(/^[0-9a-f]{40}$/) });
  using folder = await WorkingFolder.copy(owner, project);
  expect(await folder.git("log", "-1", "--format=%H %s", "main^2")).toBe(`${merged.squash_commit_sha} Squashed later`);
});

test.each(["merge_when_pipeline_succeeds", "auto_merge"])(
  "with `%s` and nothing running it is merged",
  async (name) => {
    const { owner, one } = await setUp();
    expect(await owner.put(`${one}/merge`, { [name]: true })).toMatchObject({ status: 200, body: { state: "merged" } });
  },
);

test("an automatic merge can be cancelled, once", async () => {
  const { owner, at, one, tips } = await setUp();
  await ok(owner.post(`${at}/statuses/${tips.feature}`, { state: "running", ref: "feature" }));
  await ok(owner.put(`${one}/merge`, { merge_when_pipeline_succeeds: true }));
  const cancel = () => owner.post(`${one}/cancel_merge_when_pipeline_succeeds`);
  expect(await cancel()).toMatchObject({ status: 201, body: { merge_when_pipeline_succeeds: false } });
  expect(await cancel()).toMatchObject({ status: 406, body: { message: "406 Not Acceptable" } });
  await ok(owner.put(`${one}/merge`));
  expect(await cancel()).toMatchObject(notAllowed);
});

test("`should_remove_source_branch` removes the branch after a squash", async () => {
  const { owner, at, one } = await setUp();
  await ok(owner.put(`${one}/merge`, { squash: true, should_remove_source_branch: true }));
  expect((await owner.get(v4(`${at}/repository/branches/feature`))).status).toBe(404);
});

test("drafts, closed and merged ones are 405", async () => {
  const { owner, one } = await setUp({ title: "Draft: soon" });
  expect(await owner.put(`${one}/merge`)).toMatchObject(notAllowed);
  await ok(owner.put(one, { title: "Now", state_event: "close" }));
  expect(await owner.put(`${one}/merge`)).toMatchObject(notAllowed);
  await ok(owner.put(one, { state_event: "reopen" }));
  await ok(owner.put(`${one}/merge`));
  expect(await owner.put(`${one}/merge`)).toMatchObject(notAllowed);
});

test("a conflict is 422, and changes nothing", async () => {
  const proposing = await setUp();
  const { owner, one } = proposing;
  await pushConflict(proposing);
  expect(await owner.put(`${one}/merge`, { squash: true })).toMatchObject({
    status: 422,
    body: { message: "Branch cannot be merged" },
  });
  expect(await ok(owner.get(one))).toMatchObject({ state: "opened", squash: false, has_conflicts: true });
});

test("another head than `sha` is 409", async () => {
  const { owner, one, tips } = await setUp();
  expect(await owner.put(`${one}/merge`, { sha: tips.main })).toMatchObject({
    status: 409,
    body: { message: "SHA does not match HEAD of source branch" },
  });
});

test("who may not merge gets 401, before any other refusal", async () => {
  const { owner, project, one } = await setUp({ title: "Draft: soon" });
  const developer = await createUser();
  await addMember(asSource("project", project, owner), developer, "developer");
  for (const call of [developer.put(`${one}/merge`), developer.put(`${one}/merge`, { squash: true })]) {
    expect(await call).toMatchObject({ status: 401, body: { message: "401 Unauthorized" } });
  }
});

test("a squash message with NUL is 400", async () => {
  const { owner, one } = await setUp();
  expect(await owner.put(`${one}/merge`, { squash: true, squash_commit_message: "a\0b" })).toMatchObject({
    status: 400,
    body: { error: "squash_commit_message is invalid" },
  });
});

test("of many concurrent squashes one merges", async () => {
  const { owner, project, one, tips } = await setUp();
  const answers = await Promise.all(Array.from({ length: 5 }, () => owner.put(`${one}/merge`, { squash: true })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 405, 405, 405, 405]);
  using folder = await WorkingFolder.copy(owner, project);
  expect(await folder.git("rev-list", "--count", `${tips.main}..main`)).toBe("2");
});
