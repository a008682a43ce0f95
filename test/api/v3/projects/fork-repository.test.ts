// A fork's repository: complete, independent, available at once.
import { expect, test } from "vitest";
import { type Actor, createUser, ok } from "../../../support/actors.ts";
import { createProject, type Project } from "../../../support/factories.ts";
import { WorkingFolder } from "../../../support/git.ts";
import { noise } from "../../../support/noise.ts";
import { once } from "../../../support/once.ts";
import { isSample } from "../../../support/sample.ts";
import { pushPack, refsOf, type Update } from "../../../support/wire.ts";

interface Contents {
  readonly updates: readonly Update[];
  readonly pack: Uint8Array;
}

/** Branches, tags and files of different sizes, to push to several projects. */
async function makeContents(largest: number): Promise<Contents> {
  const owner = await createUser();
  using folder = await WorkingFolder.create(owner, await createProject(owner));
  // Noise cannot be compressed.
  await folder.git("config", "core.compression", "0");
  await folder.commit({ "README.md": "# Source\n", "large.bin": noise("large", largest) });
  await folder.commit(
    Object.fromEntries([1, 2, 3, 4].map((n) => [`part${n % 3}/file${n}.bin`, noise(`${n}`, largest / 5)])),
  );
  await folder.git("tag", "-a", "v1", "-m", "The first");
  await folder.git("branch", "other/branch", "HEAD~1");
  const names = ["refs/heads/main", "refs/heads/other/branch", "refs/tags/v1"];
  const tips = (await folder.git("rev-parse", ...names)).split("\n");
  return { updates: names.map((name, at) => ({ name, after: tips[at] })), pack: await folder.packOf(tips) };
}

/** More than a page of the copy (4 MB), and more than a row. */
const contents = once(() => makeContents(2_400_000));

/** In a sample less, for tests of something else than the copy. */
const fewContents = isSample ? once(() => makeContents(30_000)) : contents;

/** A public project with these contents. */
async function createSource(of = contents): Promise<{ owner: Actor; source: Project; refs: Refs }> {
  const owner = await createUser();
  const source = await createProject(owner, { visibility_level: 20 });
  const { updates, pack } = await of();
  await pushPack(owner, source, updates, pack);
  return { owner, source, refs: await refsIn(owner, source) };
}

type Refs = Readonly<Record<string, string>>;

/** Ids by name, with HEAD. */
async function refsIn(caller: Actor, project: Project): Promise<Refs> {
  const { refs, head } = await refsOf(caller, project, "git-upload-pack");
  expect(head).toBe("refs/heads/main");
  return Object.fromEntries(refs);
}

/** Ids of a mirror's refs. */
async function refsOfMirror(clone: WorkingFolder): Promise<Refs> {
  const lines = (await clone.git("show-ref", "--head")).split("\n");
  return Object.fromEntries(lines.map((line) => line.split(" ").reverse()));
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
  expect(await refsOfMirror(clone)).toEqual(refs);
  expect(await forker.get(`/projects/${forked.id}`)).toMatchObject({ status: 200, body: { default_branch: "main" } });
});

test("pushes to a fork and to its source do not affect each other", async () => {
  const forker = await createUser();
  const { owner, source, refs } = await createSource(fewContents);
  const forked = await fork(forker, source);
  using ofSource = await WorkingFolder.copy(owner, source);
  using ofFork = await WorkingFolder.copy(forker, forked);
  const next = await ofSource.commit({ "source.txt": "1" });
  await ofSource.deliver();
  const mine = await ofFork.commit({ "fork.txt": "1" });
  await ofFork.deliver("HEAD:refs/heads/mine");
  const [inSource, inFork] = [await refsIn(owner, source), await refsIn(forker, forked)];
  expect(inSource).toEqual({ ...refs, HEAD: next, "refs/heads/main": next });
  expect(inFork).toEqual({ ...refs, "refs/heads/mine": mine });
});

test("deleting the source right after the fork leaves the fork complete", async () => {
  const forker = await createUser();
  const { owner, source, refs } = await createSource();
  const forked = await fork(forker, source);
  await ok(owner.delete(`/projects/${source.id}`));
  using clone = await mirror(forker, forked);
  expect(await refsOfMirror(clone)).toEqual(refs);
});

test("deleting a fork leaves its source complete", async () => {
  const forker = await createUser();
  const { owner, source, refs } = await smallSource();
  const forked = await fork(forker, source);
  await ok(forker.delete(`/projects/${forked.id}`));
  using clone = await mirror(owner, source);
  expect(await refsOfMirror(clone)).toEqual(refs);
});

test("a fork of a new fork is complete", async () => {
  const [forker, another] = [await createUser(), await createUser()];
  const { source, refs } = await sharedSource();
  const second = await fork(another, await fork(forker, source));
  using clone = await mirror(another, second);
  expect(await refsOfMirror(clone)).toEqual(refs);
});

test("the default branch of a fork is protected", async () => {
  const [forker, developer] = [await createUser(), await createUser()];
  const { source } = await smallSource();
  const forked = await fork(forker, source);
  await ok(forker.post(`/projects/${forked.id}/members`, { user_id: developer.id, access_level: 30 }));
  using clone = await WorkingFolder.copy(developer, forked);
  await clone.commit({ "a.txt": "1" });
  expect(await clone.push()).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("You are not allowed to push code to protected branches on this project."),
  });
});
