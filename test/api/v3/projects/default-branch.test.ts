// PUT /projects/:id with default_branch: the branch that HEAD names.
import { expect, test } from "vitest";
import { createUser, ok } from "../../../support/actors.ts";
import { createProject } from "../../../support/factories.ts";
import { seedRepository, WorkingFolder } from "../../../support/git.ts";
import { addMember, createBranch, createSeeded } from "../branches/branches.ts";

test("a branch becomes the default, for the API and for clones", async () => {
  const seeded = await createSeeded();
  const { owner, project } = seeded;
  const at = `/projects/${project.id}`;
  await createBranch(seeded, "feature/one");
  const attributes = { default_branch: "feature/one", description: "New" };
  expect(await owner.put(at, attributes)).toMatchObject({ status: 200, body: attributes });
  expect(await owner.get(at)).toMatchObject({ status: 200, body: attributes });
  using folder = await WorkingFolder.copy(owner, project);
  expect(await folder.git("symbolic-ref", "HEAD")).toBe("refs/heads/feature/one");
});

test("merged and deletable branches depend on the new default branch", async () => {
  const seeded = await createSeeded();
  const { owner, project, path } = seeded;
  using folder = await WorkingFolder.copy(owner, project);
  await folder.commit({ a: "1" });
  await folder.deliver("HEAD:refs/heads/next");
  expect(await owner.get(`${path}/main`)).toMatchObject({ body: { merged: false } });
  await ok(owner.put(`/projects/${project.id}`, { default_branch: "next" }));
  expect(await owner.get(`${path}/main`)).toMatchObject({ body: { merged: true, protected: true } });
  expect(await owner.get(`${path}/next`)).toMatchObject({ body: { merged: false, protected: false } });
  expect(await owner.delete(`${path}/next`)).toMatchObject({ status: 405 });
  await ok(owner.put(`${path}/main/unprotect`));
  expect(await owner.delete(`${path}/main`)).toMatchObject({ status: 200 });
});

test("a missing branch is refused, together with the rest of the update", async () => {
  const { owner, project, path, commit } = await createSeeded();
  const at = `/projects/${project.id}`;
  const before = await ok(owner.get(at));
  for (const default_branch of ["none", "Main", "refs/heads/main", commit, "../main"]) {
    expect(await owner.put(at, { default_branch, description: "New" })).toMatchObject({
      status: 400,
      body: { message: { base: [`Could not change HEAD: branch '${default_branch}' does not exist`] } },
    });
  }
  expect(await owner.put(at, { default_branch: "x".repeat(1_000_000) })).toMatchObject({ status: 400 });
  expect(await ok(owner.get(at))).toEqual(before);
  expect(await owner.get(path)).toMatchObject({ body: [{ name: "main" }] });
});

test("errors in the rest of the update leave HEAD alone", async () => {
  const seeded = await createSeeded();
  await createBranch(seeded, "new");
  const at = `/projects/${seeded.project.id}`;
  expect(await seeded.owner.put(at, { default_branch: "new", name: "" })).toMatchObject({ status: 400 });
  expect(await seeded.owner.get(at)).toMatchObject({ body: { default_branch: "main" } });
});

test.each([null, "", "main"])("%j is no change", async (default_branch) => {
  const { owner, project } = await createSeeded();
  expect(await owner.put(`/projects/${project.id}`, { default_branch })).toMatchObject({
    status: 200,
    body: { default_branch: "main" },
  });
});

test("before the first push every name is accepted, and the push decides", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  const at = `/projects/${project.id}`;
  expect(await owner.put(at, { default_branch: "trunk" })).toMatchObject({
    status: 200,
    body: { default_branch: null },
  });
  await seedRepository(owner, project, { a: "1" }, "main");
  expect(await owner.get(at)).toMatchObject({ body: { default_branch: "main" } });
});

test("developers cannot change it", async () => {
  const seeded = await createSeeded();
  await createBranch(seeded, "new");
  const developer = await addMember(seeded, "developer");
  expect(await developer.put(`/projects/${seeded.project.id}`, { default_branch: "new" })).toMatchObject({
    status: 403,
    body: { message: "403 Forbidden" },
  });
});
