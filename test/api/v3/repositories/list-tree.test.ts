// GET /projects/:id/repository/tree: the entries of a folder.
import { expect, test } from "vitest";
import { createUser } from "../../../support/actors.ts";
import { createProject } from "../../../support/factories.ts";
import { WorkingFolder } from "../../../support/git.ts";

/** A folder, files, a symlink, a submodule. */
async function createFiles() {
  const owner = await createUser();
  const project = await createProject(owner);
  using folder = await WorkingFolder.create(owner, project);
  await folder.commit({ "a.md": "1\n", "src/run.sh": "2\n", "src/deep/b.ts": "3\n" });
  await folder.git("update-index", "--chmod=+x", "src/run.sh");
  const target = await folder.git("rev-parse", "HEAD:a.md");
  const submodule = "1".repeat(40);
  await folder.git("update-index", "--add", "--cacheinfo", `120000,${target},link`);
  await folder.git("update-index", "--add", "--cacheinfo", `160000,${submodule},module`);
  await folder.git("commit", "--quiet", "-m", "Odd modes");
  await folder.deliver("main", "main:refs/heads/feature/one");
  const idOf = (path: string) => folder.git("rev-parse", `HEAD:${path}`);
  return {
    owner,
    at: `/projects/${project.id}/repository/tree`,
    deep: await idOf("src/deep"),
    src: await idOf("src"),
    run: await idOf("src/run.sh"),
    target,
    submodule,
  };
}

test("the root of the default branch is listed, folders first, submodules last", async () => {
  const { owner, at, src, target, submodule } = await createFiles();
  const { status, body } = await owner.get(at);
  expect(status).toBe(200);
  expect(body).toEqual([
    { id: src, name: "src", type: "tree", path: "src", mode: "040000" },
    { id: target, name: "a.md", type: "blob", path: "a.md", mode: "100644" },
    { id: target, name: "link", type: "blob", path: "link", mode: "120000" },
    { id: submodule, name: "module", type: "commit", path: "module", mode: "160000" },
  ]);
});

test("entries of a folder have their whole paths", async () => {
  const { owner, at, deep, run } = await createFiles();
  for (const path of ["src", "src/", "/src"]) {
    const { status, body } = await owner.get(at, { path, ref_name: "feature/one" });
    expect({ status, body }, path).toEqual({
      status: 200,
      body: [
        { id: deep, name: "deep", type: "tree", path: "src/deep", mode: "040000" },
        { id: run, name: "run.sh", type: "blob", path: "src/run.sh", mode: "100755" },
      ],
    });
  }
});

test("a recursive list includes the contents of folders", async () => {
  const { owner, at } = await createFiles();
  const answer = await owner.get(at, { recursive: true });
  expect(answer).toMatchObject({
    status: 200,
    body: ["src", "src/deep", "a.md", "link", "src/deep/b.ts", "src/run.sh", "module"].map((path) => ({ path })),
  });
});

test.each(["nothing", "a.md", "src/a.md", "..", "module"])("the list is empty for %s", async (path) => {
  const { owner, at } = await createFiles();
  expect(await owner.get(at, { path })).toMatchObject({ status: 200, body: [] });
});

test("an unknown ref and an empty repository answer 404", async () => {
  const { owner, at } = await createFiles();
  const { id } = await createProject(owner);
  const missing = { status: 404, body: { message: "404 Tree Not Found" } };
  expect(await owner.get(at, { ref_name: "nothing" })).toMatchObject(missing);
  expect(await owner.get(`/projects/${id}/repository/tree`)).toMatchObject(missing);
});
