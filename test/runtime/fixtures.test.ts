// Fixtures equal what users would create with git and the API.
import { expect, test } from "vitest";
import { createUser, ok } from "../support/actors.ts";
import { createProject } from "../support/factories.ts";
import { seedRepository, WorkingFolder } from "../support/git.ts";
import { createProposing } from "../support/merge-requests.ts";

const files = { "README.md": "Read me\n", "a/b.txt": "1\n", "a-b": "2\n", "a/é": Uint8Array.of(0, 255), "z/y/x": "" };

test("a seeded repository has the commit that git makes from its files", async () => {
  const owner = await createUser();
  const [seeded, pushed] = [await createProject(owner), await createProject(owner)];
  const commit = await seedRepository(owner, seeded, files);
  using folder = await WorkingFolder.create(owner, pushed);
  expect(await folder.commit(files, "Begin")).toBe(commit);
  using clone = await WorkingFolder.clone(owner, seeded);
  expect(await clone.git("rev-parse", "HEAD")).toBe(commit);
  expect(await clone.git("fsck", "--strict")).toBe("");
});

test("what is delivered and copied is what git pushes and clones", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  using folder = await WorkingFolder.create(owner, project);
  await folder.commit(files, "Begin");
  await folder.git("tag", "-a", "-m", "Of the first", "v1");
  await folder.git("branch", "feature/old");
  await folder.deliver("main", "feature/old", "v1", "HEAD:refs/heads/gone");
  await folder.commit({ "z/y/x": null, new: "1\n" });
  await folder.deliver("HEAD", "main~1:light", ":gone");
  expect((await folder.push("origin", "main", "feature/old", "v1", "main~1:light")).stderr).toBe(
    "Everything up-to-date\n",
  );
  using clone = await WorkingFolder.clone(owner, project);
  using copy = await WorkingFolder.copy(owner, project);
  for (const command of [
    ["ls-files", "--stage"],
    ["status", "--porcelain"],
    ["symbolic-ref", "HEAD"],
    ["fsck", "--strict"],
  ]) {
    expect(await copy.git(...command)).toBe(await clone.git(...command));
  }
  const refsOf = async (of: WorkingFolder) => (await of.git("show-ref")).split("\n");
  const ofClone = await refsOf(clone);
  expect(await refsOf(copy)).toEqual(ofClone.filter((line) => !line.endsWith("/HEAD")));
  expect(ofClone.length).toBe(6);
});

test("proposed branches equal those that git makes, and the project lists them", async () => {
  const { owner, project, at, tips } = await createProposing();
  using folder = await WorkingFolder.create(owner, project);
  const made: Record<string, string> = { main: await folder.commit({ "README.md": "Begin\n" }, "Begin") };
  for (const [name, file] of Object.entries({ feature: { "feature.txt": "1\n" }, other: { "other.txt": "2\n" } })) {
    await folder.git("checkout", "--quiet", "-b", name, "main");
    made[name] = await folder.commit(file, `Write ${name}`);
  }
  expect(tips).toEqual(made);
  const branches: { name: string; commit: { id: string } }[] = await ok(owner.get(`${at}/repository/branches`));
  expect(Object.fromEntries(branches.map(({ name, commit }) => [name, commit.id]))).toEqual(made);
});
