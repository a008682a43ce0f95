// POST /projects with `import_url`: what the project is while it is imported and afterwards.
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { GitFolder, SharedFolder } from "../../../git/git-folder.ts";
import { Random } from "../../../git/random.ts";
import { randomHistory } from "../../../git/random-history.ts";
import { type Actor, createUser, ok, root, unique } from "../../../support/actors.ts";
import { baseUrl, type Values } from "../../../support/api.ts";
import { joinProject } from "../../../support/belonging.ts";
import { createProject, type Project } from "../../../support/factories.ts";
import { remoteUrl, seedRepository, WorkingFolder } from "../../../support/git.ts";
import { GitRemote, gitBackend, type Respond } from "../../../support/git-remote.ts";
import { mirrorOf } from "../../../support/mirror.ts";
import { once } from "../../../support/once.ts";
import { isSample } from "../../../support/sample.ts";
import { server } from "../../../support/server.ts";

const create = (owner: Actor, importUrl: string, attributes: Values = {}): Promise<Project> =>
  ok(owner.post("/projects", { name: unique("import"), import_url: importUrl, ...attributes }));

async function ended(owner: Actor, id: number): Promise<void> {
  await server.settle();
  const status = async () => (await ok(owner.get(`/projects/${id}`))).import_status;
  await expect.poll(status, { timeout: 60_000 }).toMatch(/^(?:finished|failed)$/);
}

/** The project after its import has ended. */
async function imported(owner: Actor, importUrl: string, attributes: Values = {}) {
  const { id } = await create(owner, importUrl, attributes);
  await ended(owner, id);
  return ok(owner.get(`/projects/${id}`));
}

const insideOf = (folder: GitFolder) => join(folder.path, ".git");

/** Commits to the branch that HEAD names. */
function commitTo(folder: GitFolder): void {
  folder.write("README", "Read me\n");
  folder.git(["add", "README"]);
  folder.git(["commit", "--quiet", "-m", "Begin"]);
}

/** Many commits, branches, and tags of several kinds. */
const longHistory = once(async () => {
  const folder = randomHistory(new Random(5), { commits: isSample ? 100 : 400 });
  folder.git(["branch", "feature/one", "main~3"]);
  folder.git(["tag", "light", "main~5"]);
  folder.git(["tag", "-a", "-m", "of a tag", "nested", "light"]);
  return new SharedFolder(folder);
});

const mirrorOfLongHistory = once(async () => mirrorOf(insideOf(await longHistory())));

describe.each([2, 0])("from a server of protocol version %i", (version) => {
  const backend = (folder: GitFolder) => gitBackend(insideOf(folder), { speaksVersion2: version === 2 });

  test("the repository equals a mirror of the remote one", async () => {
    await using remote = await GitRemote.start(backend(await longHistory()));
    const owner = await createUser();
    const project = await imported(owner, remote.url, { visibility_level: 20 });
    expect(project).toMatchObject({ import_status: "finished", import_error: null, default_branch: "main" });
    expect(await mirrorOf(remoteUrl(owner, project))).toEqual(await mirrorOfLongHistory());
  });

  test("the branch that HEAD names becomes the default, and is protected", async () => {
    using folder = new GitFolder();
    commitTo(folder);
    folder.git(["checkout", "--quiet", "-b", "trunk"]);
    await using remote = await GitRemote.start(backend(folder));
    const owner = await createUser();
    const { id, default_branch } = await imported(owner, remote.url);
    const branches = await ok(owner.get(`/projects/${id}/repository/branches`));
    expect([
      default_branch,
      branches.map((branch: { name: string; protected: boolean }) => [branch.name, branch.protected]),
    ]).toEqual([
      "trunk",
      [
        ["main", false],
        ["trunk", true],
      ],
    ]);
  });

  test("a detached HEAD selects a branch at its commit", async () => {
    using folder = new GitFolder();
    commitTo(folder);
    folder.git(["branch", "release"]);
    folder.git(["commit", "--quiet", "--allow-empty", "-m", "More"]);
    folder.git(["checkout", "--quiet", "--detach", "release"]);
    await using remote = await GitRemote.start(backend(folder));
    expect(await imported(await createUser(), remote.url)).toMatchObject({
      import_status: "finished",
      default_branch: "release",
    });
  });

  test("a HEAD without commits leaves the choice among the other branches", async () => {
    using folder = new GitFolder();
    commitTo(folder);
    folder.git(["symbolic-ref", "HEAD", "refs/heads/new"]);
    await using remote = await GitRemote.start(backend(folder));
    expect(await imported(await createUser(), remote.url)).toMatchObject({
      import_status: "finished",
      default_branch: "main",
    });
  });

  test("an empty repository stays one, to which the first push can go", async () => {
    using folder = new GitFolder();
    await using remote = await GitRemote.start(backend(folder));
    const owner = await createUser();
    const project = await imported(owner, remote.url);
    expect(project).toMatchObject({ import_status: "finished", default_branch: null });
    await seedRepository(owner, project, { a: "a" }, "first");
    expect(await ok(owner.get(`/projects/${project.id}`))).toMatchObject({ default_branch: "first" });
  });
});

test("a repository of thousands of objects is complete", async () => {
  const [commits, leastObjects] = isSample ? [270, 600] : [1_300, 3_000];
  using folder = randomHistory(new Random(7), { commits, largest: 1_000 });
  folder.git(["gc", "--quiet"]);
  await using remote = await GitRemote.start(gitBackend(insideOf(folder)));
  const owner = await createUser();
  const project = await imported(owner, remote.url);
  const mirror = await mirrorOf(remoteUrl(owner, project));
  expect(mirror.objects.length).toBeGreaterThan(leastObjects);
  expect(mirror).toEqual(await mirrorOf(insideOf(folder)));
});

describe("from another project of the same kind of server", () => {
  test("a private repository is imported with the credentials of the URL", async () => {
    const owner = await createUser();
    const source = await createProject(owner);
    await seedRepository(owner, source, { "src/a": "a", b: "b" });
    const project = await imported(await createUser(), remoteUrl(owner, source));
    expect(project).toMatchObject({ import_status: "finished", default_branch: "main" });
    expect(await mirrorOf(remoteUrl(root, project))).toEqual(await mirrorOf(remoteUrl(owner, source)));
  });

  test("no response shows the URL or the credentials, whether the import succeeds or fails", async () => {
    const [owner, source] = [await createUser(), unique("source")];
    const secret = `secret-${unique("password")}`;
    const importUrl = `${baseUrl.replace("://", `://somebody:${secret}@`)}/${owner.username}/${source}.git`;
    const created = await owner.post("/projects", { name: unique("import"), import_url: importUrl });
    await ended(owner, created.body.id);
    const seen = [created, await owner.get(`/projects/${created.body.id}`), await owner.get("/projects")];
    expect(seen.map(({ status }) => status)).toEqual([201, 200, 200]);
    expect(seen[1]?.body).toMatchObject({
      import_status: "failed",
      import_error: "The server answered 401: there is no such repository, or it needs other credentials.",
    });
    for (const { text } of seen) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(btoa(`somebody:${secret}`));
      expect(text).not.toContain(source);
    }
  });
});

/** A remote repository that answers no request before it is released. */
async function startHeld(respond: Respond) {
  const gate = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const remote = await GitRemote.start(async (request, response) => {
    asked.resolve();
    await gate.promise;
    await respond(request, response);
  });
  return { remote, asked: asked.promise, release: gate.resolve };
}

describe("while the import runs", () => {
  test("the project exists, its repository is empty and refuses to be written to", async () => {
    using folder = new GitFolder();
    commitTo(folder);
    const { remote, asked, release } = await startHeld(gitBackend(insideOf(folder)));
    await using _ = remote;
    const owner = await createUser();
    const created = await owner.post("/projects", { name: unique("import"), import_url: remote.url });
    expect([created.status, created.body.import_status]).toEqual([201, "scheduled"]);
    const { id } = created.body;
    await asked;
    expect(await ok(owner.get(`/projects/${id}`))).toMatchObject({ import_status: "started", import_error: null });
    expect(await ok(owner.get(`/projects/${id}/repository/branches`))).toEqual([]);
    expect(await mirrorOf(remoteUrl(owner, created.body))).toMatchObject({ objects: [""] });
    const file = { file_path: "a", branch_name: "main", content: "a", commit_message: "a" };
    expect(await owner.post(`/projects/${id}/repository/files`, file)).toMatchObject({
      status: 403,
      body: { message: "403 Forbidden" },
    });
    using work = await WorkingFolder.create(owner, created.body);
    await work.commit({ a: "a" });
    expect(await work.push()).toMatchObject({
      stderr: expect.stringContaining("The repository of this project is being imported"),
    });
    expect(await (await createUser()).post(`/projects/fork/${id}`)).toMatchObject({ status: 404 });
    expect(await owner.post(`/projects/fork/${id}`)).toMatchObject({
      status: 409,
      body: { message: { forked_from_project_id: ["is being imported"] } },
    });
    expect(await owner.post(`/projects/${id}/issues`, { title: "One" })).toMatchObject({ status: 201 });
    release();
    await ended(owner, id);
    expect(await ok(owner.get(`/projects/${id}`))).toMatchObject({ import_status: "finished", default_branch: "main" });
  });

  test("the project can be deleted", async () => {
    using folder = new GitFolder();
    commitTo(folder);
    const { remote, asked, release } = await startHeld(gitBackend(insideOf(folder)));
    await using _ = remote;
    const owner = await createUser();
    const { id, name } = await create(owner, remote.url);
    await asked;
    expect(await owner.delete(`/projects/${id}`)).toMatchObject({ status: 200 });
    release();
    await server.settle();
    expect(await owner.get(`/projects/${id}`)).toMatchObject({ status: 404 });
    const again = await owner.post("/projects", { name, import_url: remote.url });
    expect(again).toMatchObject({ status: 201 });
    await ended(owner, again.body.id);
  });
});

describe("after the import", () => {
  test("statistics count the repository, and no push is recorded", async () => {
    using folder = randomHistory(new Random(3), { commits: 30 });
    await using remote = await GitRemote.start(gitBackend(insideOf(folder)));
    const owner = await createUser();
    const { id } = await imported(owner, remote.url);
    const count = Number(folder.git(["rev-list", "--count", "main"]));
    const [listed] = await ok(owner.get("/projects/owned", { statistics: true }));
    expect(listed).toMatchObject({ id, statistics: { commit_count: count } });
    expect(listed.statistics.repository_size).toBeGreaterThan(10_000);
    const events = await ok(owner.get(`/projects/${id}/events`));
    expect(events.map(({ action_name }: { action_name: string }) => action_name)).toEqual(["created"]);
  });

  test("it is pushed to, merged into and forked like any other", async () => {
    using folder = new GitFolder();
    commitTo(folder);
    await using remote = await GitRemote.start(gitBackend(insideOf(folder)));
    const owner = await createUser();
    const project = await imported(owner, remote.url, { visibility_level: 20 });
    using work = await WorkingFolder.clone(owner, project);
    await work.git("checkout", "--quiet", "-b", "feature");
    await work.commit({ b: "b" });
    expect(await work.push()).toMatchObject({ code: 0 });
    const path = `/projects/${project.id}/merge_requests`;
    const { id } = await ok(owner.post(path, { title: "One", source_branch: "feature", target_branch: "main" }));
    expect(await owner.put(`${path}/${id}/merge`)).toMatchObject({ status: 200, body: { state: "merged" } });
    const forker = await createUser();
    const fork = await ok(forker.post(`/projects/fork/${project.id}`));
    expect((await mirrorOf(remoteUrl(forker, fork))).objects).toEqual(
      (await mirrorOf(remoteUrl(owner, project))).objects,
    );
  });

  test("a failed one is explained to masters, and its repository takes pushes", async () => {
    await using remote = await GitRemote.start((_, response) => void response.writeHead(404).end());
    const owner = await createUser();
    const project = await imported(owner, remote.url);
    const import_error = "There is no repository at this address (404).";
    expect(project).toMatchObject({ import_status: "failed", import_error, default_branch: null });
    const developer = await createUser();
    await joinProject(owner, project, developer, "developer");
    const shown = await ok(developer.get(`/projects/${project.id}`));
    expect([shown.import_status, "import_error" in shown]).toEqual(["failed", false]);
    await seedRepository(developer, project, { a: "a" });
    expect(await ok(owner.get(`/projects/${project.id}`))).toMatchObject({ default_branch: "main" });
  });
});

describe("import_url", () => {
  test.each<[what: string, value: string, message: string]>([
    ["a text", "repository", "must be a valid URL"],
    ["another protocol", "ssh://git@example.org/repository.git", "must be a valid URL"],
    ["the protocol of git", "git://example.org/repository.git", "must be a valid URL"],
    ["a file", "file:///etc/passwd", "must be a valid URL"],
    ["a query", "https://example.org/repository.git?a=b", "must be a valid URL"],
    ["a fragment", "https://example.org/repository.git#a", "must be a valid URL"],
  ])("is refused for %s, and no project is created", async (_, import_url, message) => {
    const [owner, name] = [await createUser(), unique("import")];
    const answer = await owner.post("/projects", { name, import_url });
    expect([answer.status, answer.body]).toEqual([400, { message: { import_url: [message] } }]);
    expect(await owner.get(`/projects/${owner.username}%2F${name}`)).toMatchObject({ status: 404 });
  });

  test("means no import when it is empty", async () => {
    const { status, body } = await (await createUser()).post("/projects", { name: unique("import"), import_url: "" });
    expect([status, Object.keys(body).filter((key) => key.startsWith("import"))]).toEqual([201, []]);
  });

  test("is accepted where an administrator creates a project for a user", async () => {
    using folder = new GitFolder();
    commitTo(folder);
    await using remote = await GitRemote.start(gitBackend(insideOf(folder)));
    const owner = await createUser();
    const attributes = { name: unique("import"), import_url: remote.url };
    const path = `/projects/user/${owner.id}`;
    expect(await owner.post(path, attributes)).toMatchObject({ status: 403 });
    const { id } = await ok(root.post(path, attributes));
    await ended(owner, id);
    expect(await ok(owner.get(`/projects/${id}`))).toMatchObject({ import_status: "finished", default_branch: "main" });
  });

  test("is refused with a namespace that the caller may not create projects in, and nothing is fetched", async () => {
    await using remote = await GitRemote.start((_, response) => void response.end());
    const other = await createProject(await createUser());
    const attributes = { name: unique("import"), import_url: remote.url, namespace_id: other.namespace.id };
    expect(await (await createUser()).post("/projects", attributes)).toMatchObject({ status: 400 });
    await server.settle();
    expect(remote.requests).toEqual([]);
  });
});
