// Commits that begin at another project's branch or commit: start_project of POST /projects/:id/repository/commits
import { expect, test } from "vitest";
import { type Actor, createUser, ok } from "../../../support/actors.ts";
import { type Caller, send, type Values } from "../../../support/api.ts";
import { joinProject } from "../../../support/belonging.ts";
import { createProject } from "../../../support/factories.ts";
import { WorkingFolder } from "../../../support/git.ts";
import { v4 } from "../../../support/v4.ts";

interface Target {
  readonly id: number;
}

const commit = (caller: Pick<Caller, "headers">, { id }: Target, branch: string, file: string, more: object = {}) =>
  send(v4(`/projects/${id}/repository/commits`), {
    method: "POST",
    headers: { ...caller.headers, "content-type": "application/json" },
    body: JSON.stringify({
      branch,
      commit_message: `Add ${file}`,
      actions: [{ action: "create", file_path: file, content: file }],
      ...more,
    }),
  });

/** A project, its fork by another user, and a commit on `main` of the project that the fork does not have. */
async function createForked(attributes: Values = { visibility_level: 20 }) {
  const [owner, forker] = [await createUser(), await createUser()];
  const source = await createProject(owner, attributes);
  await ok(commit(owner, source, "main", "first.txt"));
  await joinProject(owner, source, forker, "reporter");
  const fork = await ok(forker.post(`/projects/fork/${source.id}`));
  const later = await ok(commit(owner, source, "main", "later.txt"));
  return { owner, forker, source, fork, later };
}

const titles = async (caller: Actor, { id }: Target, ref_name: string) =>
  (await ok(caller.get(v4(`/projects/${id}/repository/commits`), { ref_name }))).map(
    ({ title }: { title: string }) => title,
  );

test("a branch of a fork begins at a branch of its source, and can be cloned", async () => {
  const { forker, source, fork, later } = await createForked();
  const made = await commit(forker, fork, "topic", "topic.txt", { start_project: source.id, start_branch: "main" });
  expect([made.status, made.body.parent_ids]).toEqual([201, [later.id]]);
  expect(await titles(forker, fork, "topic")).toEqual(["Add topic.txt", "Add later.txt", "Add first.txt"]);
  expect(await titles(forker, fork, "main")).toEqual(["Add first.txt"]);
  using folder = await WorkingFolder.copy(forker, fork);
  expect(await folder.git("ls-tree", "--name-only", "origin/topic")).toBe("first.txt\nlater.txt\ntopic.txt");
  expect(await folder.git("fsck", "--full")).toBe("");
});

test("the start is a commit, a named project's branch, or the branch of the same name", async () => {
  const { forker, owner, source, fork, later } = await createForked();
  const path = source.path_with_namespace;
  const bySha = await commit(forker, fork, "a", "a.txt", { start_project: String(source.id), start_sha: later.id });
  const byPath = await commit(forker, fork, "b", "b.txt", { start_project: path, start_branch: "main" });
  expect([bySha.body.parent_ids, byPath.body.parent_ids]).toEqual([[later.id], [later.id]]);
  const topic = await ok(commit(owner, source, "topic", "topic.txt", { start_branch: "main" }));
  const byName = await commit(forker, fork, "topic", "c.txt", { start_project: source.id });
  expect([byName.status, byName.body.parent_ids]).toEqual([201, [topic.id]]);
});

test("an existing branch goes on, and begins anew if it is forced", async () => {
  const { forker, source, fork, later } = await createForked();
  const topic = await ok(commit(forker, fork, "topic", "a.txt", { start_branch: "main" }));
  const start = { start_project: source.id, start_branch: "main" };
  expect((await commit(forker, fork, "topic", "b.txt", start)).body.parent_ids).toEqual([topic.id]);
  expect((await commit(forker, fork, "topic", "c.txt", { ...start, force: true })).body.parent_ids).toEqual([later.id]);
});

test("forks of one project begin at each other's branches, and a source at those of its fork", async () => {
  const { owner, forker, source, fork } = await createForked();
  const other = await createUser();
  const sibling = await ok(other.post(`/projects/fork/${source.id}`));
  const own = await ok(commit(forker, fork, "own", "own.txt", { start_branch: "main" }));
  const start = { start_project: fork.id, start_branch: "own" };
  for (const [user, project] of [
    [owner, source],
    [other, sibling],
  ] as const) {
    expect((await commit(user, project, "of-fork", "a.txt", start)).body.parent_ids).toEqual([own.id]);
  }
});

test.each<[string, object]>([
  ["branch", { start_branch: "none" }],
  ["commit", { start_sha: "0".repeat(40) }],
])("an unknown %s of the other project is refused", async (_, start) => {
  const { forker, source, fork } = await createForked();
  const { status, body } = await commit(forker, fork, "topic", "a.txt", { start_project: source.id, ...start });
  expect([status, body]).toEqual([400, { message: "You can only create or edit files when you are on a branch" }]);
});

test("an empty repository does not begin at nothing", async () => {
  const [owner, forker] = [await createUser(), await createUser()];
  const source = await createProject(owner, { visibility_level: 20 });
  const fork = await ok(forker.post(`/projects/fork/${source.id}`));
  const { status } = await commit(forker, fork, "main", "a.txt", { start_project: source.id });
  expect(status).toBe(400);
});

test("a project outside of the fork network is 403, a hidden one 404", async () => {
  const { owner, forker, fork } = await createForked();
  const start = { start_branch: "main" };
  const other = await createProject(owner, { visibility_level: 20, name: "Other" });
  const refused = await commit(forker, fork, "topic", "a.txt", { start_project: other.id, ...start });
  expect([refused.status, refused.body]).toEqual([
    403,
    { message: `403 Forbidden  - Project is not included in the fork network for ${owner.username} / Other` },
  ]);
  const hidden = await createProject(owner, {});
  for (const start_project of [hidden.id, 2 ** 40, "no/project"]) {
    const { status, body } = await commit(forker, fork, "topic", "a.txt", { start_project, ...start });
    expect([status, body]).toEqual([404, { message: "404 Project Not Found" }]);
  }
});

test("the code of the other project has to be readable", async () => {
  const { owner, forker, source, fork } = await createForked({ visibility_level: 0 });
  const start = { start_project: source.id, start_branch: "main" };
  expect((await commit(forker, fork, "topic", "a.txt", start)).status).toBe(201);
  await ok(owner.put(`/projects/${source.id}/members/${forker.id}`, { access_level: 10 }));
  expect((await commit(forker, fork, "again", "a.txt", start)).status).toBe(403);
  await ok(owner.delete(`/projects/${source.id}/members/${forker.id}`));
  expect((await commit(forker, fork, "again", "a.txt", start)).status).toBe(404);
  expect((await forker.get(v4(`/projects/${fork.id}/repository/branches/again`))).status).toBe(404);
});
