// GET /projects/:id/repository/compare: the commits and changes of one revision relative to another.
import { expect, test } from "vitest";
import { createUser } from "../../../support/actors.ts";
import { createProject } from "../../../support/factories.ts";
import { WorkingFolder } from "../../../support/git.ts";

/** `feature/one` has two commits that `main` lacks; `main` has one of its own. */
async function createBranches() {
  const owner = await createUser();
  const project = await createProject(owner);
  using folder = await WorkingFolder.create(owner, project);
  const base = await folder.commit({ "a.md": "a\n" });
  await folder.git("checkout", "--quiet", "-b", "feature/one");
  const one = await folder.commit({ "b.md": "b\n" });
  const two = await folder.commit({ "c.md": "c\n" });
  await folder.git("checkout", "--quiet", "main");
  const main = await folder.commit({ "d.md": "d\n" });
  await folder.deliver("main", "feature/one");
  return { owner, at: `/projects/${project.id}/repository/compare`, base, one, two, main };
}

test("commits are oldest first, and changes are against the merge base", async () => {
  const { owner, at, one, two } = await createBranches();
  expect(await owner.get(at, { from: "main", to: "feature/one" })).toMatchObject({
    status: 200,
    body: {
      commit: { id: two },
      commits: [{ id: one }, { id: two }],
      diffs: [
        { new_path: "b.md", new_file: true, diff: "--- /dev/null\n+++ b/b.md\n@@ -0,0 +1 @@\n+b\n" },
        { new_path: "c.md", new_file: true, diff: "--- /dev/null\n+++ b/c.md\n@@ -0,0 +1 @@\n+c\n" },
      ],
      compare_timeout: false,
      compare_same_ref: false,
    },
  });
});

test("the reverse comparison has the other side's commits", async () => {
  const { owner, at, main } = await createBranches();
  expect(await owner.get(at, { from: "feature/one", to: main })).toMatchObject({
    status: 200,
    body: { commit: { id: main }, commits: [{ id: main }], diffs: [{ new_path: "d.md" }] },
  });
});

const nothing = { commit: null, commits: [], diffs: [], compare_timeout: false };

test("a comparison with itself, or with a contained revision, is empty", async () => {
  const { owner, at, base, main } = await createBranches();
  expect(await owner.get(at, { from: "main", to: main })).toMatchObject({
    status: 200,
    body: { ...nothing, compare_same_ref: true },
  });
  expect(await owner.get(at, { from: "main", to: base })).toMatchObject({
    status: 200,
    body: { ...nothing, compare_same_ref: false },
  });
});

test.each([
  { from: "nothing", to: "main" },
  { from: "main", to: "nothing" },
  { from: "", to: "" },
])("an unknown revision has an empty comparison: %o", async (query) => {
  const { owner, at } = await createBranches();
  const { status, body } = await owner.get(at, query);
  expect({ status, body }).toEqual({ status: 200, body: { ...nothing, compare_same_ref: false } });
});

test("both revisions are required", async () => {
  const { owner, at } = await createBranches();
  expect(await owner.get(at)).toMatchObject({ status: 400, body: { error: "from is missing, to is missing" } });
});

test("contributors are grouped by email address, most commits first", async () => {
  const { owner, at } = await createBranches();
  const contributors = at.replace("compare", "contributors");
  const { status, body } = await owner.get(contributors);
  expect({ status, body }).toEqual({
    status: 200,
    body: [{ name: "A U Thor", email: "author@example.com", commits: 2, additions: 0, deletions: 0 }],
  });
  const { id } = await createProject(owner);
  expect(await owner.get(`/projects/${id}/repository/contributors`)).toMatchObject({ status: 200, body: [] });
});
