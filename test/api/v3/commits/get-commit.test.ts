// GET /projects/:id/repository/commits/:sha and .../diff: one commit and its diff.
import { expect, test } from "vitest";
import { createUser } from "../../../support/actors.ts";
import { createProject } from "../../../support/factories.ts";
import { WorkingFolder } from "../../../support/git.ts";

async function createHistory() {
  const owner = await createUser();
  const project = await createProject(owner);
  using folder = await WorkingFolder.create(owner, project);
  const first = await folder.commit({
    "a.md": "one\ntwo\n",
    "gone.md": "gone\n",
    "old.md": "this file\nmoves\nas it is\n",
  });
  await folder.git("mv", "old.md", "new.md");
  const second = await folder.commit({ "a.md": "one\n2\nthree\n", "gone.md": null, "b.bin": Uint8Array.of(0, 1) });
  await folder.git("tag", "-a", "v1", "-m", "The first");
  await folder.deliver("main", "main:refs/heads/feature/diff", "v1");
  return { owner, at: `/projects/${project.id}/repository/commits`, first, second };
}

test("a commit is found by its id, an abbreviated id, a branch or a tag", async () => {
  const { owner, at, first, second } = await createHistory();
  const found = {
    status: 200,
    body: { id: second, parent_ids: [first], stats: { additions: 2, deletions: 2, total: 4 }, status: null },
  };
  for (const sha of [second, second.slice(0, 8), "main", "v1", "HEAD", "feature%2Fdiff"]) {
    expect(await owner.get(`${at}/${sha}`), sha).toMatchObject(found);
  }
});

test("slashes of a branch need no encoding", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  using folder = await WorkingFolder.create(owner, project);
  const id = await folder.commit({ a: "1\n" });
  await folder.deliver("main:refs/heads/feature/one");
  const at = `/projects/${project.id}/repository/commits/feature/one`;
  expect(await owner.get(at)).toMatchObject({ status: 200, body: { id } });
  expect(await owner.get(`${at}/diff`)).toMatchObject({ status: 200, body: [{ new_path: "a" }] });
});

test("the first commit adds all of its files", async () => {
  const { owner, at, first } = await createHistory();
  const stats = { additions: 6, deletions: 0, total: 6 };
  expect(await owner.get(`${at}/${first}`)).toMatchObject({ status: 200, body: { parent_ids: [], stats } });
});

test("its diff is against its first parent", async () => {
  const { owner, at } = await createHistory();
  const kept = { new_file: false, renamed_file: false, deleted_file: false };
  expect(await owner.get(`${at}/main/diff`)).toMatchObject({
    status: 200,
    body: [
      {
        old_path: "a.md",
        new_path: "a.md",
        a_mode: "100644",
        b_mode: "100644",
        diff: "--- a/a.md\n+++ b/a.md\n@@ -1,2 +1,3 @@\n one\n-two\n+2\n+three\n",
        ...kept,
      },
      { new_path: "b.bin", a_mode: "0", diff: "Binary files /dev/null and b/b.bin differ\n", ...kept, new_file: true },
      {
        new_path: "gone.md",
        b_mode: "0",
        diff: "--- a/gone.md\n+++ /dev/null\n@@ -1 +0,0 @@\n-gone\n",
        ...kept,
        deleted_file: true,
      },
      { old_path: "old.md", new_path: "new.md", diff: "", ...kept, renamed_file: true },
    ].sort((one, other) => (one.new_path < other.new_path ? -1 : 1)),
  });
});

test("a file that is too large to show is listed without its text", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  using folder = await WorkingFolder.create(owner, project);
  await folder.commit({ "a.md": "a line of text\n".repeat(7_000), "b.md": "b\n" });
  await folder.deliver();
  const { status, body } = await owner.get(`/projects/${project.id}/repository/commits/main/diff`);
  expect({ status, body }).toMatchObject({
    status: 200,
    body: [{ new_path: "a.md", diff: "", too_large: true }, { new_path: "b.md" }],
  });
  expect(body[1]).not.toHaveProperty("too_large");
});

test("text that is not UTF-8 is decoded by a guessed encoding", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  using folder = await WorkingFolder.create(owner, project);
  await folder.commit({ a: Buffer.from("caf\xe9\n", "latin1") });
  await folder.deliver();
  expect(await owner.get(`/projects/${project.id}/repository/commits/main/diff`)).toMatchObject({
    status: 200,
    body: [{ diff: "--- /dev/null\n+++ b/a\n@@ -0,0 +1 @@\n+café\n" }],
  });
});

test.each([
  "nothing",
  "0".repeat(40),
  "feature%2Fnothing",
  "feature",
  "%00",
  "%FF",
  "main%5E%7Btree%7D",
  "x".repeat(5000),
])("%s is no commit", async (sha) => {
  const { owner, at } = await createHistory();
  const missing = { status: 404, body: { message: "404 Commit Not Found" } };
  expect(await owner.get(`${at}/${sha}`)).toMatchObject(missing);
  expect(await owner.get(`${at}/${sha}/diff`)).toMatchObject(missing);
});
