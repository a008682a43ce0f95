// POST /projects/:id/repository/commits/:sha/cherry_pick
import { expect, test } from "vitest";
import { anonymous, createUser } from "../../../support/actors.ts";
import type { Caller } from "../../../support/api.ts";
import { joinProject } from "../../../support/belonging.ts";
import type { Project } from "../../../support/factories.ts";
import { WorkingFolder } from "../../../support/git.ts";
import { cloneSound, createEmpty, type Owned, refusedWith, tipOf } from "./commits.ts";

const CANNOT =
  "Sorry, we cannot cherry-pick this commit automatically. A cherry-pick may have already been performed with this commit, or a more recent commit may have updated some of its content.";

const pick = (caller: Caller, { id }: Project, sha: string, branch: string | undefined = "main") =>
  caller.post(`/projects/${id}/repository/commits/${sha}/cherry_pick`, { branch });

const lines = (...changed: string[]) => Array.from({ length: 20 }, (_, line) => `${changed[line] ?? line}\n`).join("");

interface Scene extends Owned {
  readonly folder: WorkingFolder;
  readonly main: string;
  /** A commit on `topic`, which forked from `main` before main's last commit. */
  readonly topic: string;
}

/** `main` changes the end of a file; `topic` changes its beginning and adds another one. */
async function createScene(): Promise<Scene> {
  const owned = await createEmpty();
  const folder = await WorkingFolder.create(owned.owner, owned.project);
  await folder.commit({ "a.txt": lines(), "other.txt": "other\n" }, "Begin");
  await folder.git("checkout", "--quiet", "-b", "topic");
  folder.write({ "a.txt": lines("zero"), "new/file": "new\n" });
  await folder.git("add", ".");
  const author = ["-c", "user.name=Ann Author", "-c", "user.email=ann@example.org"];
  const environment = { GIT_AUTHOR_DATE: "1400000000 +0530" };
  await folder.try([...author, "commit", "--quiet", "--message", "Change the beginning\n\nWith care.\n"], {
    environment,
  });
  const topic = await folder.git("rev-parse", "HEAD");
  await folder.git("checkout", "--quiet", "main");
  const main = await folder.commit({ "a.txt": lines(...Array(19), "end") }, "Change the end");
  await folder.deliver("main", "topic");
  return { ...owned, folder, main, topic };
}

test("a cherry-pick equals git's: it keeps the author, and the user is the committer", async () => {
  const scene = await createScene();
  using folder = scene.folder;
  const { owner, project, main, topic } = scene;
  const { status, body } = await pick(owner, project, topic);
  const message = `Change the beginning\n\nWith care.\n\n\n(cherry picked from commit ${topic})`;
  const now = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000\+00:00$/);
  expect({ status, body }).toEqual({
    status: 201,
    body: {
      id: await tipOf(scene),
      short_id: body.id.slice(0, 8),
      title: "Change the beginning",
      message,
      author_name: "Ann Author",
      author_email: "ann@example.org",
      authored_date: "2014-05-13T22:23:20.000+05:30",
      committer_name: `Name of ${owner.username}`,
      committer_email: `${owner.username}@example.com`,
      committed_date: now,
      created_at: now,
      parent_ids: [main],
    },
  });
  await folder.git("cherry-pick", topic);
  using clone = await cloneSound(scene);
  expect(await clone.git("rev-parse", "HEAD^{tree}")).toBe(await folder.git("rev-parse", "HEAD^{tree}"));
});

test("picking a merge commit applies its changes against its first parent", async () => {
  const scene = await createScene();
  using folder = scene.folder;
  const { owner, project, topic } = scene;
  await folder.git("checkout", "--quiet", "-b", "other", "main~1");
  await folder.commit({ "side.txt": "side\n" });
  await folder.git("merge", "--quiet", "--no-ff", "--message", "Merge topic", topic);
  await folder.deliver("other");
  expect(await pick(owner, project, "other")).toMatchObject({ status: 201, body: { title: "Merge topic" } });
  using clone = await cloneSound(scene);
  expect((await clone.git("ls-tree", "-r", "--name-only", "HEAD")).split("\n")).toEqual([
    "a.txt",
    "new/file",
    "other.txt",
  ]);
});

test("a root commit can be picked", async () => {
  const scene = await createScene();
  using folder = scene.folder;
  const { owner, project } = scene;
  await folder.git("checkout", "--quiet", "--orphan", "apart");
  await folder.git("rm", "--quiet", "-r", "--force", ".");
  await folder.commit({ "apart.txt": "apart\n" });
  await folder.deliver("apart");
  expect(await pick(owner, project, "apart")).toMatchObject({ status: 201 });
  using clone = await cloneSound(scene);
  expect(await clone.git("show", "HEAD:apart.txt")).toBe("apart");
});

test("the commit can be given by every kind of name", async () => {
  const scene = await createScene();
  using folder = scene.folder;
  const { owner, project, topic } = scene;
  for (const branch of ["one", "two", "three", "a/b"]) await folder.deliver(`main:refs/heads/${branch}`);
  await folder.git("tag", "--annotate", "--message", "A tag", "v1/rc", topic);
  await folder.deliver("v1/rc", `${topic}:refs/heads/with/slash`);
  expect(await pick(owner, project, topic.slice(0, 10), "one")).toMatchObject({ status: 201 });
  expect(await pick(owner, project, "v1%2Frc", "two")).toMatchObject({ status: 201 });
  expect(await pick(owner, project, "with/slash", "three")).toMatchObject({ status: 201 });
  expect(await pick(owner, project, "topic", "a/b")).toMatchObject({ status: 201 });
});

test("a conflict, and a change that is already present, leave the branch where it was", async () => {
  const scene = await createScene();
  using folder = scene.folder;
  const { owner, project, topic } = scene;
  const conflicting = await folder.commit({ "a.txt": lines("null") });
  await folder.deliver("main", `main:refs/heads/empty`);
  expect(await pick(owner, project, topic)).toMatchObject(refusedWith(CANNOT));
  expect(await tipOf(scene)).toBe(conflicting);
  expect(await pick(owner, project, conflicting, "empty")).toMatchObject(refusedWith(CANNOT));
  expect(await tipOf(scene, "empty")).toBe(conflicting);
});

test("a missing commit, branch or project answers 404", async () => {
  const { owner, project, topic, folder } = await createScene();
  folder[Symbol.dispose]();
  const noCommit = { status: 404, body: { message: "404 Commit Not Found" } };
  const noBranch = { status: 404, body: { message: "404 Branch Not Found" } };
  for (const sha of ["none", "0".repeat(40), topic.slice(0, 3)]) {
    expect(await pick(owner, project, sha)).toMatchObject(noCommit);
  }
  for (const branch of ["none", "", "HEAD", topic])
    expect(await pick(owner, project, topic, branch)).toMatchObject(noBranch);
  expect(await owner.post(`/projects/${project.id}/repository/commits/${topic}/cherry_pick`)).toMatchObject({
    status: 400,
    body: { error: "branch is missing" },
  });
});

test("picking requires the right to push to the branch", async () => {
  const scene = await createScene();
  using folder = scene.folder;
  const { owner, project, main, topic } = scene;
  await folder.deliver("main:refs/heads/open");
  const [outsider, reporter, developer] = [await createUser(), await createUser(), await createUser()];
  await joinProject(owner, project, reporter, "reporter");
  await joinProject(owner, project, developer, "developer");
  expect(await pick(anonymous, project, topic)).toMatchObject({ status: 401 });
  expect(await pick(outsider, project, topic)).toMatchObject({
    status: 404,
    body: { message: "404 Project Not Found" },
  });
  expect(await pick(reporter, project, "none", undefined)).toMatchObject({
    status: 403,
    body: { message: "403 Forbidden" },
  });
  expect(await pick(developer, project, topic)).toMatchObject(
    refusedWith("You are not allowed to push into this branch"),
  );
  expect(await tipOf(scene)).toBe(main);
  expect(await pick(developer, project, topic, "open")).toMatchObject({ status: 201 });
});
