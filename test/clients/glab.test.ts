// glab, GitLab's CLI: the calls of its commands, in their order and with their parameters, and the fields that it reads.
import { beforeAll, describe, expect, test } from "vitest";
import { type Actor, createUser, ok, unique } from "../support/actors.ts";
import { ClientGo, segment } from "../support/client-go.ts";
import type { Project } from "../support/factories.ts";
import { WorkingFolder } from "../support/git.ts";

const text = expect.any(String);

interface World {
  readonly user: Actor;
  readonly glab: ClientGo;
  readonly project: Project;
  /** `/projects/user%2Fproject` */
  readonly at: string;
}

/** `glab repo create` with a README that git pushes. */
async function setUp(): Promise<World> {
  const user = await createUser();
  const glab = new ClientGo(user);
  const project = await ok(glab.post("/projects", { name: unique("p"), visibility: "private", tag_list: [] }));
  using work = await WorkingFolder.create(user, project);
  await work.commit({ "README.md": "# Begin\n" }, "Begin");
  await work.git("push", "--quiet", "origin", "main");
  return { user, glab, project, at: `/projects/${segment(project.path_with_namespace)}` };
}

test("auth login and auth status", async () => {
  const user = await createUser();
  const { status, body } = await new ClientGo(user).get("/user");
  expect([status, body]).toMatchObject([200, { id: user.id, username: user.username }]);
});

describe("glab repo", () => {
  test("create, clone and view", async () => {
    const user = await createUser();
    const glab = new ClientGo(user);
    const path = unique("g");
    const group = await ok(glab.post("/groups", { name: path, path }));
    await ok(glab.get("/user"));
    const namespace = await ok(glab.get(`/groups/${segment(path)}`));
    expect(namespace).toMatchObject({ id: group.id, full_path: path });
    const created = await glab.post("/projects", {
      name: "a.b",
      path: "a.b",
      namespace_id: namespace.id,
      default_branch: "",
      description: "",
      tag_list: [],
      initialize_with_readme: false,
      visibility: "private",
    });
    expect([created.status, created.body]).toMatchObject([
      201,
      { name_with_namespace: `${path} / a.b`, web_url: text, http_url_to_repo: text, ssh_url_to_repo: text },
    ]);
    using work = await WorkingFolder.create(user, created.body);
    await work.commit({ "README.md": "# Delta\n" }, "Begin");
    await work.git("push", "--quiet", "--set-upstream", "origin", "main");
    const at = `/projects/${segment(`${path}/a.b`)}`;
    const viewed = await ok(glab.get(at));
    expect(viewed).toMatchObject({ id: created.body.id, default_branch: "main", http_url_to_repo: text });
    expect(viewed).not.toHaveProperty("forked_from_project");
    const readme = await ok(glab.get(`${at}/repository/files/${segment("README.md")}?ref=main`));
    expect(Buffer.from(readme.content, readme.encoding).toString()).toBe("# Delta\n");
    using clone = await WorkingFolder.clone(user, viewed);
    expect(await clone.git("show", "HEAD:README.md")).toBe("# Delta");
  });

  test("fork and list", async () => {
    const { glab, at, project } = await setUp();
    const path = unique("g");
    await ok(glab.post("/groups", { name: path, path }));
    const fork = await glab.post(`${at}/fork`, { namespace_path: path });
    expect([fork.status, fork.body]).toMatchObject([201, { path_with_namespace: `${path}/${project.path}` }]);
    expect(await ok(glab.get(`/projects/${fork.body.id}`))).toMatchObject({
      import_status: expect.stringMatching(/^(none|finished)$/),
      forked_from_project: { id: project.id, http_url_to_repo: text, path_with_namespace: project.path_with_namespace },
    });
    const listed = await glab.get("/projects?order_by=last_activity_at&owned=true&page=1&per_page=30&sort=desc");
    const paths = listed.body.map((one: Project) => one.path_with_namespace);
    expect(paths.sort()).toEqual([project.path_with_namespace, `${path}/${project.path}`].sort());
    expect(listed.headers.get("x-total-pages")).toBe("1");
  });
});

test("glab issue create, list, view, note and close", async () => {
  const { user, glab, at } = await setUp();
  await ok(glab.get(at));
  const created = await ok(glab.post(`${at}/issues`, { title: "It fails", description: "Always", labels: "bug,ui" }));
  expect(created).toMatchObject({ iid: 1, web_url: text, labels: ["bug", "ui"] });
  const query = "in=title%2Cdescription&order_by=created_at&page=1&per_page=30&sort=desc&state=opened";
  const fields = { iid: 1, title: "It fails", state: "opened", author: { username: user.username }, created_at: text };
  expect(await ok(glab.get(`${at}/issues?${query}`))).toMatchObject([fields]);
  const noted = await glab.post(`${at}/issues/1/notes`, { body: "Seen." });
  expect([noted.status, noted.body]).toMatchObject([201, { id: expect.any(Number), noteable_iid: 1 }]);
  expect(await ok(glab.get(`${at}/issues/1`))).toMatchObject({ ...fields, user_notes_count: 1, milestone: null });
  const notes = await ok(glab.get(`${at}/issues/1/notes?page=1&per_page=20&sort=asc`));
  expect(notes).toMatchObject([{ body: "Seen.", system: false, author: { username: user.username } }]);
  expect(await ok(glab.put(`${at}/issues/1`, { state_event: "close" }))).toMatchObject({ state: "closed" });
  expect(await ok(glab.get(`${at}/issues?${query}`))).toEqual([]);
});

describe("glab mr", () => {
  let world: World;
  let sha: string;

  /** `glab mr create --fill` */
  beforeAll(async () => {
    world = await setUp();
    const { user, glab, project, at } = world;
    await ok(glab.get(at));
    const target = await ok(glab.get(at));
    expect(await ok(glab.get(`${at}/repository/commits/main`))).toMatchObject({ title: "Begin" });
    using work = await WorkingFolder.clone(user, project);
    await work.git("checkout", "--quiet", "-b", "fix/a.b");
    sha = await work.commit({ "a.txt": "a\n" }, "Mend it");
    await work.git("push", "--quiet", "--set-upstream", "origin", "fix/a.b");
    const created = await glab.post(`${at}/merge_requests`, {
      title: "Draft: Mend it",
      description: "",
      source_branch: "fix/a.b",
      target_branch: "main",
      labels: "",
      target_project_id: target.id,
    });
    expect([created.status, created.body]).toMatchObject([201, { iid: 1, web_url: text, draft: true, labels: [] }]);
  });

  test("list and view", async () => {
    const { glab, at, project } = world;
    const [listed] = await ok(glab.get(`${at}/merge_requests?page=1&per_page=30&state=opened`));
    expect(listed.references.full).toBe(`${project.path_with_namespace}!1`);
    const query = "include_diverged_commits_count=true&include_rebase_in_progress=true&render_html=true";
    const viewed = await ok(glab.get(`${at}/merge_requests/1?${query}`));
    expect(viewed).toMatchObject({ head_pipeline: null, diverged_commits_count: 0, rebase_in_progress: false, sha });
    expect(await ok(glab.get(`${at}/merge_requests/1/approval_state`))).toMatchObject({ rules: [] });
  });

  test("diff", async () => {
    const { glab, at } = world;
    const [version] = await ok(glab.get(`${at}/merge_requests/1/versions`));
    const { diffs } = await ok(glab.get(`${at}/merge_requests/1/versions/${version.id}`));
    expect(diffs).toMatchObject([
      { old_path: "a.txt", new_path: "a.txt", diff: "@@ -0,0 +1 @@\n+a\n", new_file: true },
    ]);
  });

  test("checkout", async () => {
    const { user, glab, at, project } = world;
    const { source_branch, source_project_id, target_project_id } = await ok(glab.get(`${at}/merge_requests/1`));
    expect(source_project_id).toBe(target_project_id);
    expect(await ok(glab.get(`/projects/${source_project_id}`))).toMatchObject({ http_url_to_repo: text });
    using work = await WorkingFolder.clone(user, project);
    await work.git("fetch", "--quiet", "origin", `refs/heads/${source_branch}:${source_branch}`);
    await work.git("fetch", "--quiet", "origin", "refs/merge-requests/1/head:mr-1");
    expect(await work.git("rev-parse", source_branch, "mr-1")).toBe(`${sha}\n${sha}`);
  });

  test("approve, note, update and merge", async () => {
    const { user, glab, at } = world;
    const path = `${at}/merge_requests/1`;
    expect(await ok(glab.get(path))).toMatchObject({ user: { can_merge: true }, draft: true });
    const approved = await glab.post(`${path}/approve`, {});
    expect([approved.status, approved.body]).toMatchObject([
      201,
      { approved: true, approved_by: [{ user: { username: user.username } }] },
    ]);
    expect((await glab.post(`${path}/notes`, { body: "Fine." })).status).toBe(201);
    expect((await glab.put(`${path}/merge`, {})).status).toBe(405);
    const updated = await ok(glab.put(path, { title: "Mend it" }));
    expect(updated).toMatchObject({ draft: false, web_url: text });
    const ready = { state: "opened", has_conflicts: false, detailed_merge_status: "mergeable", pipeline: null };
    expect(await ok(glab.get(path))).toMatchObject(ready);
    const merged = await glab.put(`${path}/merge`, {});
    expect([merged.status, merged.body]).toMatchObject([200, { state: "merged", merge_user: { id: user.id } }]);
  });
});

test("glab mr merge --squash --remove-source-branch", async () => {
  const { user, glab, project, at } = await setUp();
  using work = await WorkingFolder.clone(user, project);
  await work.git("checkout", "--quiet", "-b", "feature");
  await work.commit({ "a.txt": "a\n" }, "One");
  const sha = await work.commit({ "b.txt": "b\n" }, "Two");
  await work.git("push", "--quiet", "origin", "feature");
  const branches = { source_branch: "feature", target_branch: "main" };
  await ok(glab.post(`${at}/merge_requests`, { title: "Both", labels: "", ...branches }));
  const wishes = { squash: true, should_remove_source_branch: true, sha, squash_commit_message: "Both of them" };
  expect(await ok(glab.put(`${at}/merge_requests/1/merge`, wishes))).toMatchObject({ state: "merged", squash: true });
  await work.git("fetch", "--quiet", "origin");
  expect(await work.git("ls-remote", "--heads", "origin", "feature")).toBe("");
  expect(await work.git("log", "--no-merges", "--format=%s", "origin/main")).toBe("Both of them\nBegin");
});

test("glab mr checkout of a fork's merge request", async () => {
  const { user, glab, project, at } = await setUp();
  await ok(glab.put(at, { visibility: "public" }));
  const contributor = await createUser();
  const theirs = new ClientGo(contributor);
  const fork = await ok(theirs.post(`${at}/fork`, {}));
  using work = await WorkingFolder.clone(contributor, fork);
  await work.git("checkout", "--quiet", "-b", "feature");
  const sha = await work.commit({ "a.txt": "a\n" }, "Add");
  await work.git("push", "--quiet", "origin", "feature");
  const branches = { source_branch: "feature", target_branch: "main", target_project_id: project.id };
  const proposed = await ok(
    theirs.post(`/projects/${fork.id}/merge_requests`, { title: "Add", description: "", labels: "", ...branches }),
  );
  expect(proposed).toMatchObject({ iid: 1, project_id: project.id, source_project_id: fork.id });
  expect(await ok(theirs.get(`${at}/merge_requests/1`))).toMatchObject({ user: { can_merge: false } });
  expect(await ok(glab.get(`/projects/${proposed.source_project_id}`))).toMatchObject({ id: fork.id });
  using checkout = await WorkingFolder.clone(user, project);
  await checkout.git("fetch", "--quiet", "origin", "refs/merge-requests/1/head:feature");
  expect(await checkout.git("rev-parse", "feature")).toBe(sha);
});

test("glab release create and list", async () => {
  const { glab, at } = await setUp();
  const tag = segment("v1.0.0");
  expect((await glab.get(`${at}/repository/tags/${tag}`)).status).toBe(404);
  await ok(glab.get(at));
  expect((await glab.get(`${at}/releases/${tag}`)).status).toBe(404);
  const release = { tag_name: "v1.0.0", name: "One", description: "All of it", ref: "main" };
  const links = [{ name: "Notes", url: "https://example.org/notes", link_type: "other" }];
  const created = await glab.post(`${at}/releases`, { ...release, assets: { links } });
  expect([created.status, created.body]).toMatchObject([
    201,
    { tag_name: "v1.0.0", _links: { self: text }, assets: { links: [{ name: "Notes", direct_asset_url: text }] } },
  ]);
  const changed = await ok(glab.put(`${at}/releases/${tag}`, { name: "One", description: "All" }));
  expect(changed).toMatchObject({ description: "All", _links: { self: text } });
  const listed = await ok(glab.get(`${at}/releases?page=1&per_page=30`));
  expect(listed).toMatchObject([{ name: "One", tag_name: "v1.0.0", created_at: text, released_at: text }]);
});

test("glab ci status", async () => {
  const { glab, at } = await setUp();
  expect((await glab.get(`${at}/pipelines/latest?ref=main`)).status).toBe(404);
  expect(await ok(glab.get(`${at}/merge_requests?source_branch=main`))).toEqual([]);
  const { id: sha } = await ok(glab.get(`${at}/repository/commits/main`));
  await ok(glab.post(`${at}/statuses/${sha}`, { state: "success", name: "build", ref: "main" }));
  const latest = await ok(glab.get(`${at}/pipelines/latest?ref=main`));
  expect(latest).toMatchObject({ sha, ref: "main", status: "success", web_url: text });
  expect(await ok(glab.get(`${at}/pipelines/${latest.id}/jobs?per_page=100`))).toEqual([]);
});
