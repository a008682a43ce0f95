// Commits, diffs, changes, versions and closed issues of merge requests in API v4
import { expect, test } from "vitest";
import { createUser, ok } from "../../../support/actors.ts";
import { createProject } from "../../../support/factories.ts";
import { WorkingFolder } from "../../../support/git.ts";
import { addMember, asSource } from "../../../support/member-sources.ts";
import { createMergeRequest, createProposing } from "../../../support/merge-requests.ts";
import { v4 } from "../../../support/v4.ts";

/** A merge request that adds, changes, renames and deletes files, in two commits. */
async function setUp() {
  const owner = await createUser();
  const project = await createProject(owner, { visibility_level: 20 });
  const text = Array.from({ length: 20 }, (_, line) => `line ${line}\n`).join("");
  using folder = await WorkingFolder.create(owner, project);
  const base = await folder.commit({ "kept.txt": text, "old name.txt": text, "gone.txt": "gone\n" }, "Begin");
  await folder.git("checkout", "--quiet", "-b", "feature");
  await folder.commit({ "kept.txt": `${text}more\n`, "new-ä.txt": "new\n", "binary.bin": "a\0b" }, "First");
  const head = await folder.commit({ "old name.txt": null, "moved.txt": text, "gone.txt": null }, "Second");
  await folder.deliver("main", "feature");
  const patch = await folder.git("diff", "-M", "--abbrev=7", `${base}..${head}`);
  const path = `/projects/${project.id}/merge_requests`;
  const { id, iid } = await createMergeRequest(owner, project);
  return { owner, project, base, head, patch, inV3: `${path}/${id}`, one: v4(`${path}/${iid}`) };
}

const pagesOf = (headers: Headers) => [headers.get("x-total"), headers.get("x-next-page")];

test("commits come in pages, newest first, with the project's addresses", async () => {
  const { owner, project, head, one } = await setUp();
  const { status, body, headers } = await owner.get(`${one}/commits`, { per_page: 1 });
  expect([status, ...pagesOf(headers)]).toEqual([200, "2", "2"]);
  expect(body).toMatchObject([
    { id: head, title: "Second", web_url: expect.stringContaining(`${project.path_with_namespace}/-/commit/${head}`) },
  ]);
  const second = await ok(owner.get(`${one}/commits`, { per_page: 1, page: 2 }));
  expect(second).toMatchObject([{ title: "First" }]);
});

interface Diff {
  readonly new_path: string;
  readonly diff: string;
}

test("diffs come in pages, with or without the names in their patches", async () => {
  const { owner, one } = await setUp();
  const { status, body, headers } = await owner.get(`${one}/diffs`, { per_page: 3 });
  expect([status, body.length, ...pagesOf(headers)]).toEqual([200, 3, "5", "2"]);
  const kept = (diffs: Diff[]) => diffs.find(({ new_path }) => new_path === "kept.txt")?.diff;
  expect(kept(body)).toMatch(/^@@ -18,3 \+18,4 @@/);
  expect(kept(await ok(owner.get(`${one}/diffs`, { unidiff: true })))).toMatch(
    /^--- a\/kept.txt\n\+\+\+ b\/kept.txt\n@@/,
  );
});

test("changes are those of the diffs, with the merge request", async () => {
  const { owner, one } = await setUp();
  const diffs = await ok(owner.get(`${one}/diffs`));
  const alone = await ok(owner.get(one));
  expect(await ok(owner.get(`${one}/changes`))).toEqual({ ...alone, changes: diffs, overflow: false });
  const whole = await ok(owner.get(`${one}/diffs`, { unidiff: true }));
  expect(await ok(owner.get(`${one}/changes`, { unidiff: true }))).toMatchObject({ changes: whole });
});

test("raw diffs are what git prints, as text that browsers do not run", async () => {
  const { owner, one, patch } = await setUp();
  const { status, text, headers } = await owner.get(`${one}/raw_diffs`);
  expect([status, text.trimEnd()]).toEqual([200, patch.trimEnd()]);
  expect([headers.get("content-type"), headers.get("x-content-type-options")]).toEqual(["text/plain", "nosniff"]);
});

test("raw diffs of a merge request without changes are empty", async () => {
  const { owner, project } = await setUp();
  const { iid } = await createMergeRequest(owner, project, { source_branch: "nowhere" });
  const { status, text } = await owner.get(v4(`/projects/${project.id}/merge_requests/${iid}/raw_diffs`));
  expect([status, text]).toEqual([200, ""]);
});

test("raw diffs with a file that is too large to compare are refused", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  using folder = await WorkingFolder.create(owner, project);
  await folder.commit({ kept: "" }, "Begin");
  await folder.git("checkout", "--quiet", "-b", "feature");
  await folder.commit({ long: "\n".repeat(500_001) }, "Write much");
  await folder.deliver("main", "feature");
  const { iid } = await createMergeRequest(owner, project);
  const { status, body } = await owner.get(v4(`/projects/${project.id}/merge_requests/${iid}/raw_diffs`));
  const message = `Too many changes: fetch refs/merge-requests/${iid}/head instead`;
  expect([status, body]).toEqual([422, { message }]);
});

test("versions are listed newest first, and one has v4's commits and diffs", async () => {
  const { owner, project, one, inV3, base, head } = await setUp();
  using folder = await WorkingFolder.copy(owner, project);
  await folder.git("checkout", "--quiet", "feature");
  const newer = await folder.commit({ "third.txt": "3\n" }, "Third");
  await folder.deliver("feature");
  const listed = await owner.get(`${one}/versions`, { per_page: 1 });
  expect([listed.status, ...pagesOf(listed.headers)]).toEqual([200, "2", "2"]);
  const versions = await ok(owner.get(`${one}/versions`));
  const inOther = await ok(owner.get(`${inV3}/versions`));
  expect(versions).toEqual(inOther.map((version: object) => ({ ...version, patch_id_sha: "" })));
  expect(versions).toMatchObject([{ head_commit_sha: newer }, { head_commit_sha: head, base_commit_sha: base }]);
  expect(await ok(owner.get(`${one}/versions/${versions[1].id}`))).toMatchObject({
    ...versions[1],
    commits: [{ title: "Second" }, { title: "First" }],
    diffs: expect.arrayContaining([
      expect.objectContaining({ new_path: "kept.txt", diff: expect.stringMatching(/^@@/) }),
    ]),
  });
  expect(await owner.get(`${one}/versions/0`)).toMatchObject({ status: 404, body: { message: "404 Not found" } });
});

test("only the closed issues that the viewer may see are listed", async () => {
  const { owner, project, one, inV3 } = await setUp();
  const issues = `/projects/${project.id}/issues`;
  await ok(owner.post(issues, { title: "Open" }));
  await ok(owner.post(issues, { title: "Secret", confidential: true }));
  await ok(owner.put(inV3, { description: "Closes #1 and #2" }));
  const listFor = async (user: typeof owner) => {
    const { status, body, headers } = await user.get(`${one}/closes_issues`);
    return { status, total: headers.get("x-total"), titles: body.map(({ title }: { title: string }) => title) };
  };
  expect(await listFor(owner)).toEqual({ status: 200, total: "2", titles: ["Open", "Secret"] });
  expect(await listFor(await createUser())).toEqual({ status: 200, total: "1", titles: ["Open"] });
  const [issue] = await ok(owner.get(`${one}/closes_issues`));
  expect(issue).toMatchObject({ iid: 1, project_id: project.id, state: "opened", references: { short: "#1" } });
});

test("a guest of a private project reads none of it", async () => {
  const { owner, project, path } = await createProposing();
  const { iid } = await createMergeRequest(owner, project);
  const guest = await createUser();
  await addMember(asSource("project", project, owner), guest, "guest");
  for (const rest of ["commits", "diffs", "changes", "raw_diffs", "versions", "closes_issues", "approvals"]) {
    expect([rest, (await guest.get(v4(`${path}/${iid}/${rest}`))).status]).toEqual([rest, 403]);
    expect([rest, (await (await createUser()).get(v4(`${path}/${iid}/${rest}`))).status]).toEqual([rest, 404]);
  }
});
