// Refs of `git notes`, as semantic-release pushes them
import { expect, test } from "vitest";
import { createUser, ok } from "../../../support/actors.ts";
import { joinProject } from "../../../support/belonging.ts";
import { createProject } from "../../../support/factories.ts";
import { WorkingFolder } from "../../../support/git.ts";
import { v4 } from "../../../support/v4.ts";

const NOTES = "refs/notes/semantic-release-v1.0.0";

async function setUp() {
  const owner = await createUser();
  const project = await createProject(owner);
  const folder = await WorkingFolder.create(owner, project);
  await folder.commit({ "a.txt": "a\n" });
  await folder.push();
  await folder.git("notes", "--ref", "semantic-release-v1.0.0", "add", "-m", '{"channels":[null]}');
  return { owner, project, folder };
}

test("notes are pushed, fetched, moved and deleted", async () => {
  const { owner, project, folder: made } = await setUp();
  using folder = made;
  expect((await folder.push("origin", NOTES)).code).toBe(0);
  using clone = await WorkingFolder.clone(owner, project);
  await clone.git("fetch", "origin", "+refs/notes/*:refs/notes/*");
  expect(await clone.git("notes", "--ref", "semantic-release-v1.0.0", "show")).toBe('{"channels":[null]}');
  await folder.git("notes", "--ref", "semantic-release-v1.0.0", "add", "-f", "-m", '{"channels":["next"]}');
  expect((await folder.push("--force", "origin", NOTES)).code).toBe(0);
  await clone.git("fetch", "origin", "+refs/notes/*:refs/notes/*");
  expect(await clone.git("notes", "--ref", "semantic-release-v1.0.0", "show")).toBe('{"channels":["next"]}');
  expect((await folder.push("origin", `:${NOTES}`)).code).toBe(0);
  expect(await clone.git("ls-remote", "origin", "refs/notes/*")).toBe("");
});

test("notes are neither branches, nor tags, nor activity of them", async () => {
  const { owner, project, folder: made } = await setUp();
  using folder = made;
  await folder.push("origin", NOTES);
  const path = v4(`/projects/${project.id}/repository`);
  expect((await owner.get(`${path}/branches`)).headers.get("x-total")).toBe("1");
  expect((await owner.get(`${path}/tags`)).body).toEqual([]);
  expect((await owner.get(v4(`/projects/${project.id}`))).body.default_branch).toBe("main");
  const events = await ok(owner.get(`/projects/${project.id}/events`));
  expect(JSON.stringify(events)).not.toContain("notes");
});

test("a reporter pushes no notes", async () => {
  const { owner, project, folder: made } = await setUp();
  using folder = made;
  const reporter = await createUser();
  await joinProject(owner, project, reporter, "reporter");
  using other = await WorkingFolder.clone(reporter, project);
  await other.git("notes", "--ref", "semantic-release-v1.0.0", "add", "-m", "x");
  expect((await other.push("origin", NOTES)).code).not.toBe(0);
  expect(await folder.git("ls-remote", "origin", "refs/notes/*")).toBe("");
});
