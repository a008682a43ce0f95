// What a push changes outside the repository, and that it is visible once git exits.
import { expect, test } from "vitest";
import { createUser, ok } from "../../support/actors.ts";
import { createProject } from "../../support/factories.ts";
import { WorkingFolder } from "../../support/git.ts";

test("the project shows its default branch and last activity as soon as the push has ended", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  const read = () => ok(owner.get(`/projects/${project.id}`));
  const before = await read();
  expect(before.default_branch).toBeNull();
  using folder = await WorkingFolder.create(owner, project);
  await folder.commit({ "a.txt": "a\n" });
  const started = new Date().toISOString();
  expect(await folder.push("origin", "HEAD:trunk")).toMatchObject({ code: 0 });
  const first = await read();
  expect(first.default_branch).toBe("trunk");
  expect(first.last_activity_at > before.last_activity_at && first.last_activity_at >= started).toBe(true);
  await folder.git("tag", "v1");
  expect(await folder.push("origin", "v1")).toMatchObject({ code: 0 });
  const second = await read();
  expect(second.default_branch).toBe("trunk");
  expect(second.last_activity_at > first.last_activity_at).toBe(true);
});

test("a refused push changes nothing", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  using folder = await WorkingFolder.create(owner, project);
  await folder.commit({ "a.txt": "a\n" });
  await folder.push();
  const before = await ok(owner.get(`/projects/${project.id}`));
  expect(await folder.push("origin", ":main")).toMatchObject({ code: 1 });
  expect(await folder.push("origin", "HEAD:refs/heads/HEAD")).toMatchObject({ code: 1 });
  expect(await ok(owner.get(`/projects/${project.id}`))).toEqual(before);
});

test("the project's default branch setting is HEAD of its clones", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  using folder = await WorkingFolder.create(owner, project);
  await folder.commit({ "a.txt": "a\n" });
  await folder.push("origin", "HEAD:main", "HEAD:stable");
  await ok(owner.put(`/projects/${project.id}`, { default_branch: "stable" }));
  using clone = await WorkingFolder.clone(owner, project);
  expect(await clone.git("symbolic-ref", "--short", "HEAD")).toBe("stable");
});
