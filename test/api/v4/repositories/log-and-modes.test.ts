// Options of lists of commits in API v4, and modes of files
import { describe, expect, test } from "vitest";
import { type Actor, createUser, ok } from "../../../support/actors.ts";
import { send } from "../../../support/api.ts";
import { createProject } from "../../../support/factories.ts";
import { WorkingFolder } from "../../../support/git.ts";
import { once } from "../../../support/once.ts";
import { v4 } from "../../../support/v4.ts";

const post = ({ headers }: Actor, path: string, body: object, method = "POST") =>
  send(path, { method, headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(body) });

/** For tests that only read it. */
const merged = once(async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  const folder = await WorkingFolder.create(owner, project);
  await folder.commit({ "a.txt": "1\n2\n" }, "First");
  await folder.git("checkout", "--quiet", "-b", "side");
  await folder.git("config", "user.name", "Zoe");
  await folder.commit({ "b.txt": "b\n" }, "Side");
  await folder.git("config", "user.name", "Ann");
  await folder.git("checkout", "--quiet", "main");
  await folder.commit({ "a.txt": "1\n3\n4\n" }, "Second");
  await folder.git("merge", "--quiet", "--no-ff", "-m", "Merged", "side");
  await folder.git("checkout", "--quiet", "-b", "apart");
  await folder.commit({ "c.txt": "c\n" }, "Apart");
  await folder.deliver("main", "side", "apart");
  return { owner, folder, path: v4(`/projects/${project.id}/repository/commits`) };
});

describe("a list of commits", () => {
  const titles = async (query: object) => {
    const { owner, path } = await merged();
    const body = await ok(owner.get(path, { ...query }));
    return body.map(({ title }: { title: string }) => title);
  };

  test("has those of one author", async () => {
    expect(await titles({ author: "Zoe" })).toEqual(["Side"]);
    expect(await titles({ author: "Nobody" })).toEqual([]);
  });

  test("has those of all branches and tags", async () => {
    expect(await titles({})).not.toContain("Apart");
    expect((await titles({ all: true })).toSorted()).toEqual(["Apart", "First", "Merged", "Second", "Side"]);
  });

  test("has the first parents alone, as git has them", async () => {
    const { folder } = await merged();
    const wanted = (await folder.git("log", "--first-parent", "--format=%s", "main")).split("\n");
    expect(await titles({ first_parent: true })).toEqual(wanted);
    expect(await titles({ first_parent: true, path: "b.txt" })).toEqual(["Merged"]);
  });

  test("counts the changed lines", async () => {
    const { owner, path } = await merged();
    const [second] = await ok(owner.get(path, { with_stats: true, path: "a.txt" }));
    expect([second.title, second.stats]).toEqual(["Second", { additions: 2, deletions: 1, total: 3 }]);
  });
});

describe("a forced commit", () => {
  async function setUp() {
    const owner = await createUser();
    const { id } = await createProject(owner);
    const path = v4(`/projects/${id}/repository`);
    const commit = (branch: string, name: string, more = {}) =>
      post(owner, `${path}/commits`, {
        branch,
        commit_message: name,
        actions: [{ action: "create", file_path: name, content: name }],
        ...more,
      });
    const first = await ok(commit("main", "a"));
    await ok(commit("topic", "b", { start_branch: "main" }));
    const titles = async (ref_name: string) =>
      (await ok(owner.get(`${path}/commits`, { ref_name }))).map(({ title }: { title: string }) => title);
    return { commit, first, titles };
  }

  test("replaces what the branch has", async () => {
    const { commit, first, titles } = await setUp();
    expect((await commit("topic", "c", { start_sha: first.id, force: true })).body.parent_ids).toEqual([first.id]);
    expect(await titles("topic")).toEqual(["c", "a"]);
  });

  test("without force goes on from the branch", async () => {
    const { commit, titles } = await setUp();
    await ok(commit("topic", "c", { start_branch: "main" }));
    expect(await titles("topic")).toEqual(["c", "b", "a"]);
  });

  test("of a protected branch is refused", async () => {
    const { commit, first, titles } = await setUp();
    await ok(commit("main", "b"));
    const refused = await commit("main", "c", { start_sha: first.id, force: true });
    expect([refused.status, refused.body]).toEqual([400, { message: "You are not allowed to push into this branch" }]);
    expect(await titles("main")).toEqual(["b", "a"]);
  });
});

describe("the mode of a file", () => {
  async function setUp() {
    const owner = await createUser();
    const { id } = await createProject(owner);
    const path = v4(`/projects/${id}/repository`);
    const commit = { branch: "main", commit_message: "Change" };
    await ok(post(owner, `${path}/files/run.sh`, { ...commit, content: "run\n", execute_filemode: true }));
    const isExecutable = async (name = "run.sh") =>
      (await ok(owner.get(`${path}/files/${encodeURIComponent(name)}`))).execute_filemode;
    return { owner, path, commit, isExecutable };
  }

  test("is set at creation, kept by an update, and changed by one that says so", async () => {
    const { owner, path, commit, isExecutable } = await setUp();
    expect(await isExecutable()).toBe(true);
    await ok(post(owner, `${path}/files/run.sh`, { ...commit, content: "2\n" }, "PUT"));
    expect(await isExecutable()).toBe(true);
    await ok(post(owner, `${path}/files/run.sh`, { ...commit, content: "3\n", execute_filemode: false }, "PUT"));
    expect(await isExecutable()).toBe(false);
  });

  test("is changed by the action chmod", async () => {
    const { owner, path, commit, isExecutable } = await setUp();
    const chmod = (file_path: string, mode: object) =>
      post(owner, `${path}/commits`, { ...commit, actions: [{ action: "chmod", file_path, ...mode }] });
    expect((await chmod("run.sh", { execute_filemode: false })).status).toBe(201);
    expect(await isExecutable()).toBe(false);
    const refused = [await chmod("none", { execute_filemode: true }), await chmod("run.sh", {})];
    expect(refused.map(({ status, body }) => [status, body.message])).toEqual([
      [400, "File to be updated `none` does not exist."],
      [400, "You must provide execute_filemode."],
    ]);
  });

  test("is no action of v3", async () => {
    const { owner, path, commit } = await setUp();
    const actions = [{ action: "chmod", file_path: "run.sh", execute_filemode: false }];
    const refused = await post(owner, `${path.replace("v4", "v3")}/commits`, {
      branch_name: "main",
      commit_message: commit.commit_message,
      actions,
    });
    expect([refused.status, refused.body.message]).toEqual([400, "Unknown action type `chmod`."]);
  });
});
