// `npm run import:gitlab` from a server that speaks API v3.
import { relative } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type Actor, createUser, ok, root } from "../../support/actors.ts";
import { joinProject } from "../../support/belonging.ts";
import {
  createFullIssue,
  createGroup,
  createIssue,
  createProject,
  type Group,
  type Project,
} from "../../support/factories.ts";
import { createFullMergeRequest, createMergeRequest, pushBranches } from "../../support/merge-requests.ts";
import { once } from "../../support/once.ts";
import { onServer, startInProcess, type TestServer } from "../../support/server.ts";
import { runImport, temporaryFolder } from "./run-import.ts";

let source: TestServer;
let target: TestServer;

beforeAll(async () => {
  [source, target] = [await startInProcess(), await startInProcess()];
});

interface Content {
  readonly owner: Actor;
  readonly developer: Actor;
  readonly group: Group;
  readonly project: Project;
}

/** A project with issues, merge requests, hooks, tags and members. */
async function createContent(): Promise<Content> {
  const [owner, developer] = [await createUser(), await createUser()];
  const group = await createGroup(owner);
  const project = await createProject(owner, {
    namespace_id: group.id,
    visibility_level: 20,
    description: "All of it",
  });
  await joinProject(owner, project, developer, "developer");
  await pushBranches(owner, project, { feature: { "feature.txt": "1\n" }, topic: { "topic.txt": "1\n" } });
  const at = `/projects/${project.id}`;
  await ok(owner.post(`${at}/repository/tags`, { tag_name: "v1", ref: "main", release_description: "The first" }));
  const full = await createFullIssue(owner, project, {
    description: `Look, @${developer.username}`,
    due_date: "2026-03-01",
  });
  const secret = await createIssue(developer, project, {
    title: "Secret",
    confidential: true,
    created_at: "2015-04-03T02:01:00Z",
  });
  await ok(
    developer.post(`${at}/issues/${full.id}/notes`, {
      body: `As in #${secret.iid}`,
      created_at: "2016-01-02T03:04:05Z",
    }),
  );
  await ok(owner.put(`${at}/issues/${secret.id}`, { state_event: "close", labels: full.label }));
  const merged = await createMergeRequest(developer, project, { source_branch: "feature", title: "Merge it" });
  await ok(owner.put(`${at}/merge_requests/${merged.id}/merge`, {}));
  await createFullMergeRequest(owner, project, { source_branch: "topic" });
  await ok(owner.post(`${at}/hooks`, { url: "http://127.0.0.1:9/hook", token: "secret", issues_events: true }));
  await ok(owner.put(`${at}/repository/branches/main/protect`, { developers_can_push: true }));
  return { owner, developer, group, project };
}

/** What the server says about a project, without ids and addresses, which differ between servers. */
async function read(path: string): Promise<unknown> {
  const at = `/projects/${encodeURIComponent(path)}`;
  const lists = [
    "",
    "/members",
    "/labels",
    "/milestones",
    "/hooks",
    "/repository/branches",
    "/repository/tags",
    "/repository/commits",
  ];
  const read: Record<string, unknown> = {};
  for (const list of lists) read[list] = (await root.get(at + list)).body;
  for (const kind of ["issues", "merge_requests"]) {
    const all = await ok(root.get(`${at}/${kind}?sort=asc&state=all`));
    for (const { id, iid } of all) {
      const parts = [
        "",
        "/notes",
        "/award_emoji",
        "/time_stats",
        ...(kind === "issues" ? [] : ["/commits", "/changes"]),
      ];
      for (const part of parts) read[`${kind} ${iid}${part}`] = (await root.get(`${at}/${kind}/${id}${part}`)).body;
    }
  }
  return withoutIds(read);
}

/** System notes name labels by id here, and by name where they are imported. */
const withoutIds = (json: unknown): unknown =>
  JSON.parse(JSON.stringify(json), (key, value) => {
    if (isOfServer(key)) return undefined;
    if (key === "author") return { ...value, created_at: undefined };
    return key === "body" ? String(value).replace(/~(\d+|"[^"]*")/g, "~label") : value;
  });

const isOfServer = (key: string): boolean =>
  /^(id|.*_id|.*url.*|runners_token|namespace|(path|name)_with_namespace|permissions|last_activity_at|subscribed)$/.test(
    key,
  );

/** Creates users of the same names and addresses. */
async function createTwins(...users: readonly Actor[]): Promise<void> {
  for (const { id } of users) {
    const { username, name, email } = await onServer(source, () => ok(root.get(`/users/${id}`)));
    await onServer(target, () => ok(root.post("/users", { username, name, email, password: "secret-enough" })));
  }
}

const from = (): { from: URL; sourceToken: string } => ({
  from: new URL(source.origin),
  sourceToken: inject("rootToken"),
});

/** A project whose people are on both servers, and what the source says about it. */
const shared = once(async () => {
  const content = await onServer(source, createContent);
  await createTwins(content.owner, content.developer);
  return { ...content, before: await onServer(source, () => read(content.project.path_with_namespace)) };
});

/** Options of an import of {@link shared} into a new group, and the path that its project gets. */
async function intoNewGroup() {
  const { project } = await shared();
  const { path: into } = await onServer(target, () => createGroup(root));
  return {
    options: { ...from(), what: { project: project.path_with_namespace }, into },
    path: `${into}/${project.path}`,
  };
}

const folderOfImported = temporaryFolder();
afterAll(() => folderOfImported[Symbol.dispose]());

const imported = once(async () => {
  const { options, path } = await intoNewGroup();
  await runImport(target, folderOfImported, options);
  return { options, path };
});

test("an imported project has the members, labels, milestones, issues, merge requests, hooks and commits of the source", async () => {
  const [{ before }, { path }] = [await shared(), await imported()];
  expect(await onServer(target, () => read(path))).toEqual(before);
});

test("an imported group has the members and the projects of the source", async () => {
  using folder = temporaryFolder();
  const { group, project, owner } = await shared();
  const other = await onServer(source, () => createProject(owner, { namespace_id: group.id }));
  const readGroup = async () => [
    await ok(root.get(`/groups/${group.path}/members`)),
    (await ok(root.get(`/groups/${group.path}/projects`))).map(({ path }: Project) => path).sort(),
    await read(`${group.path}/${project.path}`),
    await read(`${group.path}/${other.path}`),
  ];
  const before = await onServer(source, readGroup);
  const relativeFolder = relative(process.cwd(), folder.path);
  await runImport(target, folder, { ...from(), what: { group: group.path }, folder: relativeFolder });
  const after = await onServer(target, readGroup);
  expect(withoutIds(after)).toEqual(withoutIds(before));
});

test("people whom nobody here is are created, blocked", async () => {
  using folder = temporaryFolder();
  const { project, owner } = await onServer(source, createContent);
  const into = await onServer(target, () => createGroup(root));
  await runImport(target, folder, { ...from(), what: { project: project.path_with_namespace }, into: into.path });
  const [issue] = await onServer(target, () => ok(root.get(`/projects/${into.path}%2F${project.path}/issues?iid=1`)));
  expect(issue.author).toMatchObject({ username: owner.username, state: "blocked" });
});

test("a run that was interrupted is continued, and ends like one that was not", async () => {
  const { before } = await shared();
  for (const failing of [2, 9, 17]) {
    using folder = temporaryFolder();
    const { options, path } = await intoNewGroup();
    let requests = 0;
    const dying = async (url: string | URL | Request, init?: RequestInit) => {
      requests += 1;
      if (requests >= failing) throw new Died();
      return await target.fetch(String(url), init ?? {});
    };
    await expect(runImport(target, folder, { ...options, fetch: dying as typeof fetch })).rejects.toThrow("again");
    await runImport(target, folder, options);
    expect(await onServer(target, () => read(path))).toEqual(before);
  }
});

class Died extends Error {}

test("what was imported is not imported again", async () => {
  const { options } = await imported();
  await expect(runImport(target, folderOfImported, options)).rejects.toThrow(
    /was imported into .* Delete it to import anew/,
  );
});

test.each([
  ["a wrong token", { sourceToken: "wrong", what: { project: "a/b" } }, /does not accept the token/],
  ["a project that is not there", { what: { project: "no/such" } }, /There is no project no\/such/],
  ["a group that is not there", { what: { group: "nosuch" } }, /There is no group nosuch/],
] as const)("%s is refused, with words that say what to do", async (_, wrong, words) => {
  using folder = temporaryFolder();
  await expect(runImport(target, folder, { ...from(), ...wrong, into: "root" })).rejects.toThrow(words);
});

test("a wrong token of the server that imports is refused before anything is downloaded", async () => {
  using folder = temporaryFolder();
  const options = { ...from(), what: { project: "a/b" }, into: "root", token: "wrong" };
  await expect(runImport(target, folder, options)).rejects.toThrow(/Set TRIBUTARY_TOKEN/);
});

test("a server that is none of GitLab's is refused, with words that say what to do", async () => {
  using folder = temporaryFolder();
  const elsewhere = { ...from(), from: new URL(`${source.origin}/elsewhere`), what: { project: "a/b" }, into: "root" };
  await expect(runImport(target, folder, elsewhere)).rejects.toThrow(/speaks neither GitLab's API v4 nor v3/);
});
