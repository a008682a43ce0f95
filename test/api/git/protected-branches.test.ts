// Protected branches and pushes: who may do what, and what git shows.
import { describe, expect, test } from "vitest";
import { createUser } from "../../support/actors.ts";
import { joinProject } from "../../support/belonging.ts";
import { createCast, createProject } from "../../support/factories.ts";
import { remoteUrl, seedRepository, WorkingFolder } from "../../support/git.ts";
import { refsOf } from "./raw-push.ts";

const mayNotPush = "You are not allowed to push code to protected branches on this project.";
const mayNotForce = "You are not allowed to force push code to a protected branch on this project.";
const mayNotDelete = "You are not allowed to delete protected branches from this project.";
const mayNotTag = "You are not allowed to change existing tags on this project.";

/** Git's output for a ref that is refused with this text. */
const refusedWith = (refs: string, text: string) => ({
  code: 1,
  stderr: expect.stringMatching(
    new RegExp(`remote: ${escaped(text)} *\\n[\\s\\S]*! \\[remote rejected\\] ${escaped(refs)} \\(${escaped(text)}\\)`),
  ),
});

const escaped = (text: string) => text.replace(/[.()[\]]/g, "\\$&");

test("the first push makes its branch the default and protects it; afterwards masters can push to it", async () => {
  const { cast, project } = await createCast();
  using first = await WorkingFolder.create(cast.developer, project);
  const commit = await first.commit({ "a.txt": "a\n" });
  expect(await first.push()).toMatchObject({ code: 0 });
  await first.commit({ "b.txt": "b\n" });
  expect(await first.push()).toMatchObject(refusedWith("HEAD -> main", mayNotPush));
  expect(await refsOf(cast.master, project)).toEqual(new Map([["refs/heads/main", commit]]));
  expect(await first.push("origin", "HEAD:topic")).toMatchObject({ code: 0 });
  using second = await WorkingFolder.clone(cast.master, project);
  const next = await second.commit({ "c.txt": "c\n" });
  expect(await second.push()).toMatchObject({ code: 0 });
  expect((await refsOf(cast.master, project)).get("refs/heads/main")).toBe(next);
});

test.each([
  { branches: ["main", "topic", "master"], head: "master" },
  { branches: ["alpha", "main"], head: "main" },
  { branches: ["beta", "gamma"], head: "beta" },
])("of $branches pushed at once, $head becomes the default branch", async ({ branches, head }) => {
  const owner = await createUser();
  const project = await createProject(owner);
  using folder = await WorkingFolder.create(owner, project);
  await folder.commit({ "a.txt": "a\n" });
  expect(await folder.push("origin", ...branches.map((branch) => `HEAD:refs/heads/${branch}`))).toMatchObject({
    code: 0,
  });
  expect((await owner.get(`/projects/${project.id}`)).body.default_branch).toBe(head);
  using clone = await WorkingFolder.clone(owner, project);
  expect(await clone.git("symbolic-ref", "--short", "HEAD")).toBe(head);
});

test("pushing only tags sets no default branch", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  using folder = await WorkingFolder.create(owner, project);
  await folder.commit({ "a.txt": "a\n" });
  expect(await folder.push("origin", "HEAD:refs/tags/v1")).toMatchObject({ code: 0 });
  expect((await owner.get(`/projects/${project.id}`)).body.default_branch).toBeNull();
});

describe("nobody, including the owner and administrators,", () => {
  test("forces a protected branch", async () => {
    const { cast, project } = await createCast();
    const commit = await seedRepository(cast.owner, project, { "a.txt": "a\n" });
    using folder = await WorkingFolder.create(cast.owner, project);
    await folder.commit({ "other.txt": "o\n" });
    for (const caller of [cast.master, cast.owner, cast.admin]) {
      expect(await folder.push("--force", remoteUrl(caller, project), "HEAD:main")).toMatchObject(
        refusedWith("HEAD -> main", mayNotForce),
      );
    }
    expect(await refsOf(cast.owner, project)).toEqual(new Map([["refs/heads/main", commit]]));
  });

  test("deletes a protected branch", async () => {
    const { cast, project } = await createCast();
    const commit = await seedRepository(cast.owner, project, { "a.txt": "a\n" });
    using folder = await WorkingFolder.create(cast.owner, project);
    for (const caller of [cast.developer, cast.master, cast.owner, cast.admin]) {
      expect(await folder.push(remoteUrl(caller, project), ":main")).toMatchObject(refusedWith("main", mayNotDelete));
    }
    expect(await refsOf(cast.owner, project)).toEqual(new Map([["refs/heads/main", commit]]));
  });
});

test("a developer creates tags but cannot change them; a master can", async () => {
  const { cast, project } = await createCast();
  const commit = await seedRepository(cast.owner, project, { "a.txt": "a\n" });
  using folder = await WorkingFolder.copy(cast.developer, project);
  expect(await folder.push("origin", "HEAD:refs/tags/v1")).toMatchObject({ code: 0 });
  const next = await folder.commit({ "b.txt": "b\n" });
  expect(await folder.push("--force", "origin", "HEAD:refs/tags/v1")).toMatchObject(
    refusedWith("HEAD -> v1", mayNotTag),
  );
  expect(await folder.push("origin", ":refs/tags/v1")).toMatchObject(refusedWith("v1", mayNotTag));
  expect((await refsOf(cast.owner, project)).get("refs/tags/v1")).toBe(commit);
  await joinProject(cast.owner, project, cast.developer, "master");
  expect(await folder.push("--force", "origin", "HEAD:refs/tags/v1")).toMatchObject({ code: 0 });
  expect((await refsOf(cast.owner, project)).get("refs/tags/v1")).toBe(next);
  expect(await folder.push("origin", ":refs/tags/v1")).toMatchObject({ code: 0 });
});
