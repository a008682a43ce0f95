// Pushing with git: objects are stored, refs move only as allowed, and git reports the result.
import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { createUser } from "../../support/actors.ts";
import { createProject } from "../../support/factories.ts";
import { remoteUrl, WorkingFolder } from "../../support/git.ts";
import { isSample } from "../../support/sample.ts";
import { refsOf } from "./raw-push.ts";

async function pushed() {
  const owner = await createUser();
  const project = await createProject(owner);
  return { owner, project, ...(await WorkingFolder.createPushed(owner, project)) };
}

test.each(["0", "1", "2"])("push, clone and fetch work with version %s of the protocol", async (version) => {
  const { owner, project, folder, first } = await pushed();
  using _ = folder;
  const protocol = ["-c", `protocol.version=${version}`];
  using clone = await WorkingFolder.clone(owner, project, ...protocol);
  expect(await clone.git("rev-parse", "HEAD", "origin/HEAD")).toBe(`${first}\n${first}`);
  expect(await clone.git("symbolic-ref", "HEAD")).toBe("refs/heads/main");
  const second = await folder.commit({ "b.txt": "b\n" });
  expect(await folder.try([...protocol, "push", "origin", "main"])).toMatchObject({ code: 0 });
  await clone.git(...protocol, "pull", "--quiet");
  expect(await clone.git("rev-parse", "HEAD")).toBe(second);
  expect(await clone.git("fsck", "--strict")).toBe("");
});

test("an empty project can be cloned, and pushed to from that clone", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  using clone = await WorkingFolder.clone(owner, project);
  const commit = await clone.commit({ "a.txt": "a\n" });
  expect(await clone.push()).toMatchObject({ code: 0, stderr: expect.stringContaining("HEAD -> main") });
  expect(await refsOf(owner, project)).toEqual(new Map([["refs/heads/main", commit]]));
});

test.each([
  { name: "in chunks", options: ["-c", "http.postBuffer=65536"] },
  { name: "after asking whether it may", options: ["-c", "http.extraHeader=Expect: 100-continue"] },
  {
    name: "in chunks after asking",
    options: ["-c", "http.postBuffer=65536", "-c", "http.extraHeader=Expect: 100-continue"],
  },
])("a large push is accepted $name", async ({ options }) => {
  const { owner, project, folder } = await pushed();
  using _ = folder;
  await folder.commit({ "large.bin": randomBytes(isSample ? 1_200_000 : 3_000_000), "small.txt": "s\n" });
  expect(await folder.try([...options, "push", "origin", "main"])).toMatchObject({ code: 0 });
  using clone = await WorkingFolder.clone(owner, project);
  expect(await clone.git("rev-parse", "HEAD:large.bin")).toBe(await folder.git("rev-parse", "HEAD:large.bin"));
  expect(await clone.git("fsck", "--strict")).toBe("");
});

test("a non-fast-forward push needs force", async () => {
  const { owner, project, folder, first } = await pushed();
  using _ = folder;
  await folder.commit({ "b.txt": "b\n" });
  expect(await folder.push("origin", "HEAD:topic")).toMatchObject({ code: 0 });
  await folder.git("reset", "--quiet", "--hard", first);
  const other = await folder.commit({ "c.txt": "c\n" });
  expect(await folder.push("origin", "HEAD:topic")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("! [rejected]        HEAD -> topic (non-fast-forward)"),
  });
  expect(await folder.push("--force", "origin", "HEAD:topic")).toMatchObject({ code: 0 });
  expect((await refsOf(owner, project)).get("refs/heads/topic")).toBe(other);
});

test("force with lease succeeds unless somebody else has pushed", async () => {
  const { owner, project, folder, first } = await pushed();
  using _ = folder;
  await folder.push("origin", "HEAD:topic");
  await folder.git("fetch", "--quiet");
  using other = await WorkingFolder.clone(owner, project);
  const theirs = await other.commit({ "theirs.txt": "t\n" });
  expect(await other.push("origin", "HEAD:topic")).toMatchObject({ code: 0 });
  await folder.commit({ "mine.txt": "m\n" });
  const lease = `--force-with-lease=topic:${first}`;
  expect(await folder.push(lease, "origin", "HEAD:topic")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("! [rejected]        HEAD -> topic (stale info)"),
  });
  expect((await refsOf(owner, project)).get("refs/heads/topic")).toBe(theirs);
  expect(await folder.push(`--force-with-lease=topic:${theirs}`, "origin", "HEAD:topic")).toMatchObject({ code: 0 });
});

test("branches and tags can be deleted, except the default branch", async () => {
  const { owner, project, folder, first } = await pushed();
  using _ = folder;
  await folder.git("tag", "v1");
  await folder.push("origin", "HEAD:topic", "v1");
  expect(await folder.push("origin", "--delete", "topic", "v1")).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/- \[deleted\] +topic[\s\S]*- \[deleted\] +v1/),
  });
  expect(await folder.push("origin", "--delete", "main")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("! [remote rejected] main"),
  });
  expect(await refsOf(owner, project)).toEqual(new Map([["refs/heads/main", first]]));
});

test("--follow-tags pushes annotated tags with their commits", async () => {
  const { owner, project, folder } = await pushed();
  using _ = folder;
  await folder.commit({ "b.txt": "b\n" });
  await folder.git("tag", "-a", "-m", "A release", "v1.0");
  expect(await folder.push("--follow-tags", "origin", "main")).toMatchObject({ code: 0 });
  expect((await refsOf(owner, project)).get("refs/tags/v1.0")).toBe(await folder.git("rev-parse", "v1.0"));
  using clone = await WorkingFolder.clone(owner, project);
  expect(await clone.git("describe")).toBe("v1.0");
});

test("an atomic push updates all of its refs or none", async () => {
  const { owner, project, folder, first } = await pushed();
  using _ = folder;
  await folder.push("origin", "HEAD:topic");
  const second = await folder.commit({ "b.txt": "b\n" });
  const refused = await folder.push("--atomic", "origin", "HEAD:topic", "HEAD:new", ":main");
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.stderr).toMatch(/! \[remote rejected\] main[\s\S]*! \[remote rejected\] HEAD -> topic \(atomic/);
  const before = new Map([
    ["refs/heads/main", first],
    ["refs/heads/topic", first],
  ]);
  expect(await refsOf(owner, project)).toEqual(before);
  expect(await folder.push("--atomic", "origin", "HEAD:topic", "HEAD:new")).toMatchObject({ code: 0 });
  expect(await refsOf(owner, project)).toEqual(
    new Map([...before, ["refs/heads/new", second], ["refs/heads/topic", second]]),
  );
});

test("without atomic, a refused ref leaves the other updates in place", async () => {
  const { owner, project, folder } = await pushed();
  using _ = folder;
  const second = await folder.commit({ "b.txt": "b\n" });
  const { code, stderr } = await folder.push("origin", "HEAD:new", ":main");
  expect(code).toBe(1);
  expect(stderr).toMatch(/! \[remote rejected\] main/);
  expect(stderr).toContain("[new branch]      HEAD -> new");
  expect((await refsOf(owner, project)).get("refs/heads/new")).toBe(second);
});

test("push options are accepted and ignored", async () => {
  const { owner, project, folder } = await pushed();
  using _ = folder;
  const second = await folder.commit({ "b.txt": "b\n" });
  expect(await folder.push("-o", "ci.skip", "-o", "a=b", "origin", "main")).toMatchObject({ code: 0 });
  expect((await refsOf(owner, project)).get("refs/heads/main")).toBe(second);
});

test("hundreds of refs can be pushed at once", async () => {
  const { owner, project, folder, first } = await pushed();
  using _ = folder;
  const names = Array.from({ length: 300 }, (_, index) => `refs/heads/topic/${index}`);
  await folder.try(["update-ref", "--stdin"], { input: names.map((name) => `create ${name} ${first}\n`).join("") });
  expect(await folder.push("--all", "origin")).toMatchObject({ code: 0 });
  expect([...(await refsOf(owner, project)).keys()].sort()).toEqual(["refs/heads/main", ...names].sort());
});

test("a shallow clone can push its new commits", async () => {
  const { owner, project, folder } = await pushed();
  using _ = folder;
  for (let change = 0; change < 5; change++) await folder.commit({ "a.txt": `${change}\n` });
  await folder.push();
  using shallow = await WorkingFolder.clone(owner, project, "--depth=2");
  const made = await shallow.commit({ "b.txt": "b\n" });
  expect(await shallow.push()).toMatchObject({ code: 0 });
  await folder.git("pull", "--quiet", "origin", "main");
  expect(await folder.git("rev-parse", "HEAD")).toBe(made);
});

test("a push from a shallow clone is refused if the server lacks the missing history too", async () => {
  const { owner, project, folder } = await pushed();
  using _ = folder;
  await folder.commit({ "b.txt": "b\n" });
  await folder.push();
  using shallow = await WorkingFolder.clone(owner, project, "--depth=1");
  const empty = await createProject(owner);
  const { code, stderr } = await shallow.push(remoteUrl(owner, empty), "main");
  expect(code).toBe(1);
  expect(stderr).toContain("remote: Your clone is shallow: `git fetch --unshallow` brings what it lacks.");
  expect(stderr).toContain("! [remote rejected] main -> main (unpacker error)");
  expect(await refsOf(owner, empty)).toEqual(new Map());
});

test("push --mirror is accepted, with its deletions", async () => {
  const { owner, folder, first } = await pushed();
  using _ = folder;
  const mirrored = await createProject(owner);
  await folder.git("remote", "remove", "origin");
  await folder.git("tag", "v1");
  await folder.git("branch", "topic");
  await folder.git("update-ref", "refs/notes/commits", first);
  expect(await folder.push("--mirror", remoteUrl(owner, mirrored))).toMatchObject({ code: 0 });
  const names = ["refs/heads/main", "refs/heads/topic", "refs/notes/commits", "refs/tags/v1"];
  expect([...(await refsOf(owner, mirrored)).keys()]).toEqual(names);
  await folder.git("branch", "-D", "topic");
  expect(await folder.push("--mirror", remoteUrl(owner, mirrored))).toMatchObject({ code: 0 });
  expect([...(await refsOf(owner, mirrored)).keys()]).toEqual(names.filter((name) => !name.endsWith("topic")));
});
