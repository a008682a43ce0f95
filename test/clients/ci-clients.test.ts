// Woodpecker, Flux, Argo CD and danger-js: the calls that they make, in their order, and the fields that they read.
import { beforeAll, describe, expect, test } from "vitest";
import { type Actor, createUser, levels, ok, unique } from "../support/actors.ts";
import { ClientGo, segment } from "../support/client-go.ts";
import type { Project } from "../support/factories.ts";
import { WorkingFolder } from "../support/git.ts";

const text = expect.any(String);

interface World {
  readonly user: Actor;
  readonly client: ClientGo;
  readonly group: { readonly id: number; readonly path: string };
  readonly project: Project;
  /** Path of the project in the API. */
  readonly at: string;
  /** Head of merge request 1. */
  readonly sha: string;
}

/** A project of a group, and a merge request of the branch `feature/a.b` with one file. */
async function setUp(kind: "private-token" | "bearer" = "private-token"): Promise<World> {
  const user = await createUser();
  const client = new ClientGo(user, kind);
  const path = unique("g");
  const group = await ok(client.post("/groups", { name: path, path }));
  const wishes = { namespace_id: group.id, topics: ["deploy"], visibility: "private" };
  const project = await ok(client.post("/projects", { name: unique("p"), ...wishes }));
  using work = await WorkingFolder.create(user, project);
  await work.commit({ ".woodpecker/a.yaml": "steps: []\n", "README.md": "Begin\n" }, "Begin");
  await work.git("push", "--quiet", "origin", "main");
  await work.git("checkout", "--quiet", "-b", "feature/a.b");
  const sha = await work.commit({ "a.txt": "a\n" }, "Add a");
  await work.git("push", "--quiet", "origin", "feature/a.b");
  const at = `/projects/${project.id}`;
  const branches = { source_branch: "feature/a.b", target_branch: "main" };
  await ok(client.post(`${at}/merge_requests`, { title: "Add a", labels: "preview", ...branches }));
  return { user, client, group, project, at, sha };
}

describe("Woodpecker", () => {
  let world: World;
  beforeAll(async () => {
    world = await setUp("bearer");
  });

  test("finds its user, their groups and projects", async () => {
    const { user, client, group, project, at } = world;
    expect(await ok(client.get("/user"))).toMatchObject({ username: user.username, email: text, avatar_url: null });
    const groups = await client.get("/groups?all_available=false&min_access_level=30&page=1&per_page=100");
    expect(groups.body).toMatchObject([{ id: group.id, full_path: group.path }]);
    expect(groups.headers.get("x-total-pages")).toBe("1");
    const projects = await ok(client.get("/projects?archived=false&min_access_level=30&page=1&per_page=100"));
    const fields = { id: project.id, visibility: "private", default_branch: "main", http_url_to_repo: text };
    const access = { project_access: null, group_access: { access_level: levels.owner } };
    expect(projects).toMatchObject([{ ...fields, merge_requests_access_level: "enabled", permissions: access }]);
    expect(await ok(client.get(at))).toMatchObject({ ...fields, path_with_namespace: project.path_with_namespace });
    const member = { username: user.username, access_level: levels.owner, state: "active" };
    expect(await ok(client.get(`${at}/members/all/${user.id}`))).toMatchObject(member);
    expect(await ok(client.get(`/users?username=${user.username}`))).toMatchObject([{ id: user.id }]);
    expect(await ok(client.get(`/groups?search=${group.path}`))).toMatchObject([{ path: group.path }]);
    expect(await ok(client.get(`/groups/${group.path}/members/all?query=${user.username}`))).toMatchObject([member]);
  });

  test("registers its hook, finds it by its address, and removes it", async () => {
    const { client, at } = world;
    const url = "https://ci.example.org/api/hook?access_token=secret";
    const events = { push_events: true, tag_push_events: true, merge_requests_events: true, deployment_events: true };
    const options = { url, token: "secret", enable_ssl_verification: true, releases_events: true, ...events };
    const created = await client.post(`${at}/hooks`, options);
    expect([created.status, created.body]).toMatchObject([201, { url, ...events }]);
    const listed = await client.get(`${at}/hooks?page=1&per_page=10`);
    expect(listed.body).toMatchObject([{ id: created.body.id, url }]);
    expect([listed.headers.get("x-page"), listed.headers.get("x-total-pages")]).toEqual(["1", "1"]);
    const deleted = await client.delete(`${at}/hooks/${created.body.id}`);
    expect([deleted.status, deleted.text]).toEqual([204, ""]);
  });

  test("reads its configuration", async () => {
    const { client, at, sha } = world;
    const repository = `${at}/repository`;
    const tree = await ok(
      client.get(`${repository}/tree?page=1&path=${segment(".woodpecker")}&per_page=50&ref=${sha}`),
    );
    expect(tree).toMatchObject([{ type: "blob", name: "a.yaml", path: ".woodpecker/a.yaml" }]);
    const file = await client.get(`${repository}/files/${segment(".woodpecker/a.yaml")}/raw?ref=${sha}`);
    expect([file.status, file.text]).toEqual([200, "steps: []\n"]);
    expect((await client.get(`${repository}/files/${segment(".woodpecker.yaml")}/raw?ref=${sha}`)).status).toBe(404);
  });

  test("reads branches, merge requests, commits, releases and milestones", async () => {
    const { user, client, at, sha } = world;
    const branches = await ok(client.get(`${at}/repository/branches?page=1&per_page=50`));
    expect(branches.map(({ name }: { name: string }) => name)).toEqual(["feature/a.b", "main"]);
    const branch = await ok(client.get(`${at}/repository/branches/${segment("feature/a.b")}`));
    expect(branch.commit).toMatchObject({ id: sha, web_url: text });
    const [listed] = await ok(client.get(`${at}/merge_requests?page=1&per_page=50&state=opened`));
    expect(listed).toMatchObject({ iid: 1, title: "Add a" });
    expect(await ok(client.get(`${at}/merge_requests/1/diffs?page=1`))).toMatchObject([
      { old_path: "a.txt", new_path: "a.txt" },
    ]);
    const commit = { message: "Add a\n", author_name: text, author_email: text };
    expect(await ok(client.get(`${at}/repository/commits/${sha}`))).toMatchObject(commit);
    const release = { tag_name: "v1.0.0", ref: "main", name: "One" };
    await ok(client.post(`${at}/releases`, release));
    expect(await ok(client.get(`${at}/releases/${segment("v1.0.0")}`))).toMatchObject({ name: "One" });
    const milestone = await ok(client.post(`${at}/milestones`, { title: "1.0" }));
    expect(await ok(client.get(`${at}/milestones/${milestone.id}`))).toMatchObject({ title: "1.0" });
    using work = await WorkingFolder.clone(user, world.project, "--no-checkout");
    await work.git("fetch", "--quiet", "origin", "refs/merge-requests/1/head:");
    expect(await work.git("rev-parse", "FETCH_HEAD")).toBe(sha);
  });

  test("reports the states of a pipeline", async () => {
    const { client, at, sha } = world;
    const status = { name: "ci/woodpecker/pr", target_url: "https://ci.example.org/1", ref: "feature/a.b" };
    for (const state of ["pending", "running", "success"]) {
      const { status: code, body } = await client.post(`${at}/statuses/${sha}`, {
        state,
        description: state,
        ...status,
      });
      expect([code, body]).toMatchObject([201, { status: state, description: state }]);
    }
    expect(await ok(client.get(`${at}/merge_requests/1`))).toMatchObject({ head_pipeline: { status: "success", sha } });
  });
});

test("Flux reports a reconciliation once, and edits its comment", async () => {
  const { user, client, at, sha } = await setUp();
  const name = "kustomization/apps/1a2b";
  const path = `${at}/repository/commits/${sha}/statuses?name=${encodeURIComponent(name)}`;
  expect(await ok(client.get(path))).toEqual([]);
  await ok(client.post(`${at}/statuses/${sha}`, { name, description: "reconciled", state: "success" }));
  expect(await ok(client.get(path))).toMatchObject([{ sha, status: "success", name, description: "reconciled" }]);
  const { username } = await ok(client.get("/user"));
  const notes = `${at}/merge_requests/1/notes`;
  expect(await ok(client.get(`${notes}?order_by=created_at&page=1&per_page=100&sort=asc`))).toEqual([]);
  await ok(client.post(notes, { body: "<!-- flux -->\nprogressing" }));
  const [own] = await ok(client.get(`${notes}?order_by=created_at&page=1&per_page=100&sort=asc`));
  expect([own.author.username, own.body]).toEqual([username, "<!-- flux -->\nprogressing"]);
  const edited = await client.put(`${notes}/${own.id}`, { body: "<!-- flux -->\nready" });
  expect([edited.status, edited.body]).toMatchObject([200, { author: { username: user.username } }]);
});

test("Argo CD finds the projects of a group, their branches and merge requests", async () => {
  const { user, client, group, project, at, sha } = await setUp();
  const query = "include_subgroups=true&page=1&per_page=100&topic=deploy&with_shared=false";
  const projects = await client.get(`/groups/${group.path}/projects?${query}`);
  expect(projects.body).toMatchObject([{ id: project.id, topics: ["deploy"], default_branch: "main" }]);
  expect(projects.headers.get("x-next-page")).toBe("");
  expect(await ok(client.get(`/groups/${group.path}/projects?topic=other`))).toEqual([]);
  const branches = await ok(client.get(`${at}/repository/branches?page=1&per_page=100`));
  expect(branches).toMatchObject([{ name: "feature/a.b", commit: { id: sha } }, { name: "main" }]);
  expect(await ok(client.get(`${at}/repository/branches/main`))).toMatchObject({ name: "main", commit: { id: text } });
  const tree = `${at}/repository/tree?page=1&path=${segment(".woodpecker")}&per_page=100&ref=main`;
  expect(await ok(client.get(tree))).toMatchObject([{ name: "a.yaml" }]);
  const opened = await ok(client.get(`${at}/merge_requests?labels=preview&page=1&per_page=100&state=opened`));
  const author = { username: user.username };
  expect(opened).toMatchObject([{ iid: 1, sha, source_branch: "feature/a.b", labels: ["preview"], author }]);
  expect(await ok(client.get(`${at}/merge_requests?labels=preview%2Cready&state=opened`))).toEqual([]);
});

test("danger-js reads a merge request and keeps one comment on it", async () => {
  const { user, client, project, sha } = await setUp();
  const at = `/projects/${encodeURIComponent(project.path_with_namespace)}`;
  const path = `${at}/merge_requests/1`;
  expect(await ok(client.get("/user"))).toMatchObject({ id: user.id });
  const shown = await ok(client.get(path));
  expect(shown.diff_refs).toMatchObject({ base_sha: text, head_sha: sha, start_sha: text });
  expect(await ok(client.get(`${path}/approvals`))).toMatchObject({ approved_by: [] });
  const diffs = await ok(client.get(`${path}/diffs?unidiff=true`));
  expect(diffs).toMatchObject([{ new_path: "a.txt", diff: expect.stringContaining("@@ -0,0 +1 @@\n+a\n") }]);
  expect(await ok(client.get(`${path}/commits`))).toMatchObject([{ id: sha, message: "Add a\n" }]);
  expect(await ok(client.get(`${path}/discussions`))).toEqual([]);
  const { base_sha, head_sha } = shown.diff_refs;
  const compared = await ok(client.get(`${at}/repository/compare?from=${base_sha}&to=${head_sha}`));
  expect(compared.diffs).toMatchObject([{ new_path: "a.txt" }]);
  const file = await ok(client.get(`${at}/repository/files/${encodeURIComponent("a.txt")}?ref=${sha}`));
  expect(Buffer.from(file.content, "base64").toString()).toBe("a\n");
  const note = await ok(client.post(`${path}/notes`, { body: "First" }));
  await ok(client.put(`${path}/notes/${note.id}`, { body: "Second" }));
  expect(await ok(client.get(`${path}/notes`))).toMatchObject([{ body: "Second", author: { id: user.id } }]);
  const position = { position_type: "text", ...shown.diff_refs, new_path: "a.txt", old_path: "a.txt", new_line: 1 };
  const thread = await client.post(`${path}/discussions`, { body: "Here", position });
  expect([thread.status, thread.body.notes]).toMatchObject([201, [{ body: "Here", position: { new_line: 1 } }]]);
  const deleted = await client.delete(`${path}/notes/${note.id}`);
  expect([deleted.status, deleted.text]).toEqual([204, ""]);
});
