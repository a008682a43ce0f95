// GET /projects/:id/merge_requests/:merge_request_id/commits, /changes, /versions and /versions/:version_id
import { describe, expect, test } from "vitest";
import { anonymous, createUser, ok } from "../../../support/actors.ts";
import type { Values } from "../../../support/api.ts";
import { joinProject } from "../../../support/belonging.ts";
import { createProject } from "../../../support/factories.ts";
import { seedRepository, WorkingFolder } from "../../../support/git.ts";

const lines = (changed = "") =>
  Array.from({ length: 8 }, (_, line) => `${line === 4 ? changed : ""}${line}\n`).join("");

/** A merge request of `topic`, two commits ahead of `main`. */
async function createScene(attributes: Values = {}) {
  const owner = await createUser();
  const project = await createProject(owner, attributes);
  const main = await seedRepository(owner, project, { "a.txt": lines(), "old name": lines("old") });
  const folder = await WorkingFolder.copy(owner, project);
  await folder.git("checkout", "--quiet", "-b", "topic");
  const first = await folder.commit({ "a.txt": lines("changed ") }, "Change a line\n\nIn the middle.");
  await folder.git("mv", "old name", "new name");
  const second = await folder.commit({ "tool.sh": "#!/bin/sh\n" }, "Move and add");
  await folder.deliver();
  const { id } = await ok(
    owner.post(`/projects/${project.id}/merge_requests`, {
      title: "Some changes",
      source_branch: "topic",
      target_branch: "main",
    }),
  );
  return { owner, project, folder, main, first, second, id, path: `/projects/${project.id}/merge_requests/${id}` };
}

const changes = [
  {
    old_path: "a.txt",
    new_path: "a.txt",
    a_mode: "100644",
    b_mode: "100644",
    diff: "--- a/a.txt\n+++ b/a.txt\n@@ -2,7 +2,7 @@\n 1\n 2\n 3\n-4\n+changed 4\n 5\n 6\n 7\n",
    new_file: false,
    renamed_file: false,
    deleted_file: false,
  },
  {
    old_path: "old name",
    new_path: "new name",
    a_mode: "100644",
    b_mode: "100644",
    diff: "",
    new_file: false,
    renamed_file: true,
    deleted_file: false,
  },
  {
    old_path: "tool.sh",
    new_path: "tool.sh",
    a_mode: "0",
    b_mode: "100644",
    diff: "--- /dev/null\n+++ b/tool.sh\n@@ -0,0 +1 @@\n+#!/bin/sh\n",
    new_file: true,
    renamed_file: false,
    deleted_file: false,
  },
];

test("commits are those missing from the target, newest first", async () => {
  const { owner, path, folder, main, first, second } = await createScene();
  using _ = folder;
  const expected = {
    status: 200,
    body: [
      { id: second, title: "Move and add", parent_ids: [first] },
      { id: first, short_id: first.slice(0, 8), message: "Change a line\n\nIn the middle.\n", parent_ids: [main] },
    ],
  };
  expect(await owner.get(`${path}/commits`)).toMatchObject(expected);
  expect(await owner.get(`${path.replace("merge_requests", "merge_request")}/commits`)).toMatchObject(expected);
});

test("changes are the merge request with git's diff of its files", async () => {
  const { owner, path, folder, id, project, second } = await createScene();
  using _ = folder;
  const { status, body } = await owner.get(`${path}/changes`);
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { id, project_id: project.id, sha: second, author: { id: owner.id, username: owner.username } },
  });
  expect(body.changes).toEqual(changes);
  expect(body.author).toHaveProperty("web_url");
  expect(body.author).not.toHaveProperty("email");
  expect(await owner.get(`${path.replace("merge_requests", "merge_request")}/changes`)).toMatchObject({
    status: 200,
    body: { changes },
  });
});

test("a version has its commits and changes", async () => {
  const { owner, path, folder, id, main, second } = await createScene();
  using _ = folder;
  const version = {
    id: expect.any(Number),
    head_commit_sha: second,
    base_commit_sha: main,
    start_commit_sha: main,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    merge_request_id: id,
    state: "collected",
    real_size: "3",
  };
  const { status, body } = await owner.get(`${path}/versions`);
  expect({ status, body }).toEqual({ status: 200, body: [version] });
  const whole = await owner.get(`${path}/versions/${body[0].id}`);
  const commits = (await owner.get(`${path}/commits`)).body;
  expect(commits).toHaveLength(2);
  expect({ status: whole.status, body: whole.body }).toEqual({
    status: 200,
    body: { ...version, commits, diffs: changes },
  });
});

test("a version is unchanged when the branch is rewritten", async () => {
  const { owner, path, folder: kept, main } = await createScene();
  using folder = kept;
  const [{ id: first }] = (await owner.get(`${path}/versions`)).body;
  const before = (await owner.get(`${path}/versions/${first}`)).body;
  await ok(owner.put(path, { state_event: "close" }));
  await folder.git("reset", "--quiet", "--hard", main);
  const other = await folder.commit({ other: "other\n" }, "Something else");
  await folder.deliver("topic");
  await ok(owner.put(path, { state_event: "reopen" }));
  const versions = (await owner.get(`${path}/versions`)).body;
  expect(versions).toMatchObject([{ head_commit_sha: other, real_size: "1" }, { id: first }]);
  expect(versions).toHaveLength(2);
  expect((await owner.get(`${path}/versions/${first}`)).body).toEqual(before);
  expect((await owner.get(`${path}/commits`)).body).toMatchObject([{ id: other }]);
  expect((await owner.get(`${path}/changes`)).body.changes).toMatchObject([{ new_path: "other", new_file: true }]);
});

test("commits from a fork stay available after the fork is deleted", async () => {
  const { owner, project, folder: kept, main } = await createScene({ visibility_level: 20 });
  using _ = kept;
  const visitor = await createUser();
  const fork = await ok(visitor.post(`/projects/fork/${project.id}`));
  using folder = await WorkingFolder.copy(visitor, fork);
  const head = await folder.commit({ "from/outside": "new\n" }, "From outside");
  await folder.deliver("HEAD:refs/heads/elsewhere");
  const { id } = await ok(
    visitor.post(`/projects/${fork.id}/merge_requests`, {
      title: "From outside",
      source_branch: "elsewhere",
      target_branch: "main",
      target_project_id: project.id,
    }),
  );
  const path = `/projects/${project.id}/merge_requests/${id}`;
  await ok(visitor.delete(`/projects/${fork.id}`));
  const [version] = (await owner.get(`${path}/versions`)).body;
  expect(version).toMatchObject({ head_commit_sha: head, base_commit_sha: main, state: "collected", real_size: "1" });
  expect(await owner.get(`${path}/versions/${version.id}`)).toMatchObject({
    status: 200,
    body: { commits: [{ id: head }], diffs: [{ new_path: "from/outside", new_file: true }] },
  });
  for (const state_event of ["close", "reopen"]) await ok(owner.put(path, { state_event }));
  expect((await owner.get(`${path}/versions`)).body).toEqual([version]);
  expect((await owner.get(`${path}/commits`)).body).toMatchObject([{ id: head }]);
  expect(await owner.get(`/projects/${fork.id}/merge_requests/${id}/commits`)).toMatchObject({ status: 404 });
});

test.each([
  ["a missing branch", "nothing", null],
  ["a branch that the target contains", "main-again", "main"],
])("%s has no commits to propose", async (_what, source_branch, same) => {
  const { owner, project, folder: kept, main } = await createScene();
  using folder = kept;
  if (same !== null) await folder.deliver(`${main}:refs/heads/${source_branch}`);
  const params = { title: "Nothing", source_branch, target_branch: "main" };
  const { id } = await ok(owner.post(`/projects/${project.id}/merge_requests`, params));
  const path = `/projects/${project.id}/merge_requests/${id}`;
  const head_commit_sha = same === null ? null : main;
  expect(await owner.get(`${path}/commits`)).toMatchObject({ status: 200, body: [] });
  expect((await owner.get(`${path}/changes`)).body).toMatchObject({ sha: head_commit_sha, changes: [] });
  const [version] = (await owner.get(`${path}/versions`)).body;
  expect(version).toMatchObject({ head_commit_sha, state: "empty", real_size: null });
  expect((await owner.get(`${path}/versions/${version.id}`)).body).toMatchObject({ commits: [], diffs: [] });
});

describe("a version", () => {
  test("of another merge request is 404", async () => {
    const { owner, project, path, folder } = await createScene();
    using _ = folder;
    const params = { title: "Another", source_branch: "topic", target_branch: "elsewhere" };
    const { id } = await ok(owner.post(`/projects/${project.id}/merge_requests`, params));
    const [{ id: version }] = (await owner.get(`/projects/${project.id}/merge_requests/${id}/versions`)).body;
    const gone = { status: 404, body: { message: "404 Not found" } };
    expect(await owner.get(`${path}/versions/${version}`)).toMatchObject(gone);
    expect(await owner.get(`${path}/versions/0`)).toMatchObject(gone);
    expect(await owner.get(`/projects/${project.id}/merge_requests/0/versions/${version}`)).toMatchObject(gone);
  });

  test("with an id that is not a number is 400", async () => {
    const { owner, path, folder } = await createScene();
    using _ = folder;
    expect(await owner.get(`${path}/versions/x`)).toMatchObject({
      status: 400,
      body: { error: "version_id is invalid" },
    });
  });
});

test("commits, changes and versions are visible only to readers of the merge request", async () => {
  const { owner, project, path, folder } = await createScene();
  using _ = folder;
  const [guest, reporter, outsider] = await Promise.all([createUser(), createUser(), createUser()]);
  await joinProject(owner, project, guest, "guest");
  await joinProject(owner, project, reporter, "reporter");
  const [{ id: version }] = (await owner.get(`${path}/versions`)).body;
  for (const rest of ["commits", "changes", "versions", `versions/${version}`]) {
    const answers = [anonymous, outsider, guest, reporter].map(
      async (who) => (await who.get(`${path}/${rest}`)).status,
    );
    expect({ rest, statuses: await Promise.all(answers) }).toEqual({ rest, statuses: [401, 404, 403, 200] });
  }
});
