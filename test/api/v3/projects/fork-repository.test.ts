// A fork's repository: complete, independent, available at once.
import { afterAll, expect, test } from "vitest";
import { type Actor, createUser, ok } from "../../../support/actors.ts";
import { createProject, type Project } from "../../../support/factories.ts";
import { remoteUrl, WorkingFolder } from "../../../support/git.ts";
import { noise } from "../../../support/noise.ts";
import { once } from "../../../support/once.ts";
import { isSample } from "../../../support/sample.ts";

/** Branches, tags and files of different sizes, to push to several projects. */
async function makeContents(largest: number): Promise<WorkingFolder> {
  const owner = await createUser();
  const folder = await WorkingFolder.create(owner, await createProject(owner));
  // Noise cannot be compressed.
  await folder.git("config", "core.compression", "0");
  await folder.commit({ "README.md": "# Source\n", "large.bin": noise("large", largest) });
  await folder.commit(
    Object.fromEntries([1, 2, 3, 4].map((n) => [`part${n % 3}/file${n}.bin`, noise(`${n}`, largest / 5)])),
  );
  await folder.git("tag", "-a", "v1", "-m", "The first");
  await folder.git("branch", "other/branch", "HEAD~1");
  return folder;
}

/** More than a page of the copy (4 MB), and more than a row. */
const contents = once(() => makeContents(2_400_000));

/** In a sample less, for tests of something else than the copy. */
const fewContents = isSample ? once(() => makeContents(30_000)) : contents;

afterAll(async () => {
  for (const folder of new Set([await contents(), await fewContents()])) folder[Symbol.dispose]();
});

/** A public project with these contents. */
async function createSource(of = contents): Promise<{ owner: Actor; source: Project; refs: string }> {
  const owner = await createUser();
  const source = await createProject(owner, { visibility_level: 20 });
  const [folder, url] = [await of(), remoteUrl(owner, source)];
  await expectPushed(folder.push(url, "main", "other/branch", "v1"));
  return { owner, source, refs: await folder.git("ls-remote", url) };
}

async function expectPushed(run: ReturnType<WorkingFolder["push"]>): Promise<void> {
  expect(await run).toMatchObject({ code: 0 });
}

/** For tests that do not change them. */
const sharedSource = once(() => createSource());
const smallSource = isSample ? once(() => createSource(fewContents)) : sharedSource;

const fork = (forker: Actor, source: Project): Promise<Project> => ok(forker.post(`/projects/fork/${source.id}`));

/** As strict as `git fsck --strict`, while the pack arrives: a fault fails the clone. */
const mirror = (caller: Actor, project: Project): Promise<WorkingFolder> =>
  WorkingFolder.clone(caller, project, "--mirror", "--config", "fetch.fsckObjects=true");

test("a fork has the branches, tags and default branch of its source, and passes git's checks", async () => {
  const forker = await createUser();
  const { source, refs } = await sharedSource();
  const forked = await fork(forker, source);
  expect(forked).toMatchObject({ default_branch: "main", forked_from_project: { id: source.id } });
  using clone = await mirror(forker, forked);
  expect(await clone.git("ls-remote", "origin")).toBe(refs);
  expect(await forker.get(`/projects/${forked.id}`)).toMatchObject({ status: 200, body: { default_branch: "main" } });
});

test("pushes to a fork and to its source do not affect each other", async () => {
  const forker = await createUser();
  const { owner, source, refs } = await createSource(fewContents);
  const forked = await fork(forker, source);
  using ofSource = await WorkingFolder.clone(owner, source);
  using ofFork = await WorkingFolder.clone(forker, forked);
  await ofSource.commit({ "source.txt": "1" });
  await expectPushed(ofSource.push());
  await ofFork.commit({ "fork.txt": "1" });
  await expectPushed(ofFork.push("origin", "HEAD:refs/heads/mine"));
  expect(await ofSource.git("ls-remote", "origin", "refs/heads/mine")).toBe("");
  expect(refs).toContain(await ofFork.git("ls-remote", "origin", "refs/heads/main"));
});

test("deleting the source right after the fork leaves the fork complete", async () => {
  const forker = await createUser();
  const { owner, source, refs } = await createSource();
  const forked = await fork(forker, source);
  await ok(owner.delete(`/projects/${source.id}`));
  using clone = await mirror(forker, forked);
  expect(await clone.git("ls-remote", "origin")).toBe(refs);
});

test("deleting a fork leaves its source complete", async () => {
  const forker = await createUser();
  const { owner, source, refs } = await smallSource();
  const forked = await fork(forker, source);
  await ok(forker.delete(`/projects/${forked.id}`));
  using clone = await mirror(owner, source);
  expect(await clone.git("ls-remote", "origin")).toBe(refs);
});

test("a fork of a new fork is complete", async () => {
  const [forker, another] = [await createUser(), await createUser()];
  const { source, refs } = await sharedSource();
  const second = await fork(another, await fork(forker, source));
  using clone = await mirror(another, second);
  expect(await clone.git("ls-remote", "origin")).toBe(refs);
});

test("the default branch of a fork is protected", async () => {
  const [forker, developer] = [await createUser(), await createUser()];
  const { source } = await smallSource();
  const forked = await fork(forker, source);
  await ok(forker.post(`/projects/${forked.id}/members`, { user_id: developer.id, access_level: 30 }));
  using clone = await WorkingFolder.clone(developer, forked);
  await clone.commit({ "a.txt": "1" });
  expect(await clone.push()).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("You are not allowed to push code to protected branches on this project."),
  });
});
