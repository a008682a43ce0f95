// `npm run import:gitlab` from a server that speaks API v4. Its JSON has the shapes of GitLab's documentation; its git is
// that of a server of the tests.
import { chmodSync, readdirSync, statSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { projectRow } from "../../../scripts/gitlab-import/project-row.ts";
import { createUser, ok, root } from "../../support/actors.ts";
import { createGroup, createProject, type Project } from "../../support/factories.ts";
import { pushBranches } from "../../support/merge-requests.ts";
import { once } from "../../support/once.ts";
import { onServer, startInProcess, type TestServer } from "../../support/server.ts";
import { v4 } from "../../support/v4.ts";
import { type Folder, runImport, temporaryFolder } from "./run-import.ts";

let git: TestServer;
let target: TestServer;
let gitlab: Server;
let project: Project;
let other: Project;
let tips: Record<string, string>;
/** Fields of the project that a test sets. */
let changed: object = {};

const ada = { id: 2, username: "ada", name: "Ada", state: "active", email: "ada@example.com" };
/** A user whose profile the token may not read. */
const leaver = { id: 7, username: "leaver", name: "Leaver", state: "active" };
const ofTheGroup = { id: 12, name: "of the group", color: "#00ff00", description: null, is_project_label: false };
const ghost = { id: 9, username: "ghost", name: "Ghost User", state: "active" };
const at = "2020-02-03T04:05:06.789+01:00";
const stored = "2020-02-03T03:05:06.789Z";

beforeAll(async () => {
  [git, target] = [await startInProcess(), await startInProcess()];
  await onServer(git, async () => {
    const owner = await createUser();
    project = await createProject(owner, { name: "engine" });
    other = await createProject(owner, { name: "motor" });
    tips = await pushBranches(owner, project, { topic: { "topic.txt": "1\n" } });
  });
  gitlab = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://gitlab");
    if (!url.pathname.startsWith("/api/")) return forward(request.url ?? "/", request, response);
    if (request.headers["private-token"] !== inject("rootToken")) return response.writeHead(401).end("{}");
    const found = answers().get(url.pathname);
    if (url.pathname.endsWith("/71/merge_requests")) return response.writeHead(403).end("{}");
    const json = { "content-type": "application/json", "x-next-page": "" };
    if (found === undefined) return response.writeHead(404, json).end('{"message":"404 Not Found"}');
    return response.writeHead(200, json).end(JSON.stringify(found));
  });
  await new Promise<void>((resolve) => gitlab.listen(0, "127.0.0.1", resolve));
});

afterAll(() => {
  gitlab.close();
});

async function forward(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const body = chunks.length === 0 ? null : Buffer.concat(chunks);
  const answer = await git.fetch(`${git.origin}${path}`, { method: request.method ?? "GET", headers, body });
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(Buffer.from(await answer.arrayBuffer()));
}

const issue = {
  id: 801,
  iid: 3,
  project_id: 70,
  title: "It hums",
  description: "Ask @ada",
  state: "closed",
  created_at: at,
  updated_at: at,
  closed_at: at,
  closed_by: ada,
  discussion_locked: true,
  labels: ["bug", "of the group"],
  milestone: { id: 61, iid: 1, group_id: 5, title: "Group's own", state: "active", created_at: at, updated_at: at },
  author: ghost,
  assignees: [ada],
  assignee: ada,
  confidential: true,
  due_date: "2020-05-01",
  time_stats: { time_estimate: 3600, total_time_spent: 1800 },
};

const notes = [
  { id: 1, body: "closed", system: true, author: ada, created_at: at, updated_at: at },
  { id: 2, body: "mentioned in issue other/project#8", system: true, author: ada, created_at: at, updated_at: at },
  { id: 3, body: "It does", system: false, author: ada, created_at: at, updated_at: at },
  { id: 6, body: "For us only", system: false, internal: true, author: ada, created_at: at, updated_at: at },
  { id: 7, body: "For us only, @ada", system: false, confidential: true, author: ada, created_at: at, updated_at: at },
];

const mergeRequest = () => ({
  id: 901,
  iid: 1,
  title: "Draft: Topic",
  description: null,
  state: "opened",
  created_at: at,
  updated_at: at,
  source_branch: "topic",
  target_branch: "main",
  source_project_id: 70,
  target_project_id: 70,
  labels: [],
  milestone: null,
  author: ada,
  assignee: null,
  merge_status: "checking",
  merge_commit_sha: null,
  reviewers: [ada],
  squash: true,
  time_stats: { time_estimate: 0, total_time_spent: 0 },
});

/** By path. */
function answers(): Map<string, unknown> {
  const path = project.path_with_namespace;
  const own = `/api/v4/projects/70`;
  const discussed = { id: 4, body: "Why?", system: false, author: ada, created_at: at, updated_at: at, resolved: true };
  const versions = [
    {
      id: 31,
      head_commit_sha: tips.topic,
      base_commit_sha: tips.main,
      start_commit_sha: tips.main,
      created_at: at,
      state: "collected",
      real_size: "1",
    },
  ];
  return new Map<string, unknown>([
    ["/api/v4/user", ada],
    ["/api/v4/groups/g", { id: 5, name: "G", path: "g", visibility: "public", created_at: at }],
    ["/api/v4/groups/g/members", [{ ...ada, access_level: 50, created_at: at }]],
    ["/api/v4/groups/g/projects", [projectJson(path), otherJson()]],
    [`/api/v4/projects/${encodeURIComponent(other.path_with_namespace)}`, otherJson()],
    ["/api/v4/projects/71/labels", [ofTheGroup]],
    ["/api/v4/projects/71/issues", [{ ...issue, id: 802, project_id: 71, author: leaver }]],
    [`/api/v4/projects/${encodeURIComponent(path)}`, projectJson(path)],
    [`${own}/members`, [{ ...ada, access_level: 45, expires_at: null, created_at: at }]],
    [`${own}/labels`, [{ id: 11, name: "bug", color: "#ff0000", description: "Broken", priority: null }, ofTheGroup]],
    [`${own}/milestones`, []],
    [
      `${own}/hooks`,
      [
        { id: 41, url: "https://user:secret@hooks.example.com/x", issues_events: true, created_at: at },
        { id: 42, url: "{scheme}://hooks.example.com", created_at: at },
      ],
    ],
    [`${own}/repository/branches`, [{ name: "main", protected: true, developers_can_push: false }]],
    [`${own}/repository/tags`, []],
    [`${own}/issues`, [issue]],
    [`${own}/issues/3/notes`, notes],
    [`${own}/issues/3/award_emoji`, [{ id: 5, name: "tada", user: ada, created_at: at, updated_at: at }]],
    [`${own}/merge_requests`, [mergeRequest()]],
    [`${own}/merge_requests/1`, mergeRequest()],
    [`${own}/merge_requests/1/notes`, [discussed]],
    [`${own}/merge_requests/1/discussions`, [{ id: "ab12", individual_note: false, notes: [discussed] }]],
    [`${own}/merge_requests/1/versions`, versions],
    [`/api/v4/users/2`, ada],
    [`/api/v4/users/9`, ghost],
  ]);
}

/** A project of the same group, whose creator was deleted. */
const otherJson = () => ({
  ...projectJson(other.path_with_namespace),
  id: 71,
  name: "Motor",
  path: "motor",
  creator_id: null,
});

const projectJson = (path: string) => ({
  id: 70,
  name: "Engine",
  path: "engine",
  path_with_namespace: path,
  description: "Hums",
  default_branch: "main",
  visibility: "internal",
  namespace: { id: 5, kind: "group", path: "g" },
  creator_id: 2,
  jobs_enabled: false,
  only_allow_merge_if_pipeline_succeeds: true,
  created_at: at,
  last_activity_at: at,
  ...changed,
});

async function runV4(change: object): Promise<{ at: string; lines: string[] }> {
  using folder = temporaryFolder();
  changed = change;
  return await runIn(folder);
}

const address = () => new URL(`http://127.0.0.1:${(gitlab.address() as AddressInfo).port}`);

async function runIn(folder: Folder): Promise<{ at: string; lines: string[] }> {
  const into = await onServer(target, () => createGroup(root, { visibility_level: 20 }));
  const lines = await runImport(target, folder, {
    from: address(),
    sourceToken: inject("rootToken"),
    what: { project: project.path_with_namespace },
    into: into.path,
  });
  return { at: `/projects/${into.path}%2Fengine`, lines };
}

/** A folder that others may read. */
const openFolder = temporaryFolder();
afterAll(() => openFolder[Symbol.dispose]());

/** The project as {@link projectJson} describes it. */
const importedAsIs = once(async () => {
  chmodSync(openFolder.path, 0o755);
  changed = {};
  return await runIn(openFolder);
});

test("a group is imported with the labels and milestones that its projects share", async () => {
  using folder = temporaryFolder();
  const what = { group: "g" };
  const lines = await runImport(target, folder, { from: address(), sourceToken: inject("rootToken"), what });
  expect(lines).toContainEqual(expect.stringMatching(/^merge_requests: none, .* the token may not read them/));
  const described = await onServer(target, async () => {
    const [motor, issues] = [
      await ok(root.get("/projects/g%2Fmotor")),
      await ok(root.get("/projects/g%2Fmotor/issues")),
    ];
    return { motor, issues, engine: await ok(root.get("/projects/g%2Fengine/issues")) };
  });
  const shared = { milestone: { title: "Group's own" }, labels: expect.arrayContaining(["bug", "of the group"]) };
  expect(described).toMatchObject({
    motor: { creator_id: 2 },
    issues: [{ ...shared, author: { username: "leaver", state: "blocked" } }],
    engine: [shared],
  });
});

test("a hook's password is not shown, and a hook that cannot be called is left out", async () => {
  const { at, lines } = await importedAsIs();
  const hooks = await onServer(target, () => ok(root.get(`${at}/hooks`)));
  expect(hooks.map(({ url }: { url: string }) => url)).toEqual(["https://hooks.example.com/x"]);
  expect(lines).toContainEqual(expect.stringMatching(/^Left out of .*: hook 42/));
});

test("what was downloaded is for its owner only, in a folder that others may read, too", async () => {
  await importedAsIs();
  const { path } = openFolder;
  const open = readdirSync(path).filter((name) => (statSync(join(path, name)).mode & 0o077) !== 0);
  expect(open.filter((name) => name !== "imported")).toEqual([]);
});

test("a project may have more issues than a call takes arguments", () => {
  const issues = Array.from({ length: 300_000 }, (_, at) => ({
    issuable: { iid: at + 1 },
    notes: [],
    awards: [],
    time: {},
  }));
  const lists = { members: [], labels: [], milestones: [], hooks: [], branches: [], tags: [], mergeRequests: [] };
  const row = projectRow({ ...lists, project: projectJson("g/engine"), issues }, 0, () => 1);
  expect(row.issue_seq).toBe(300_000);
});

test("v4's names of levels, features and states become those of v3", async () => {
  const { at } = await importedAsIs();
  const imported = await onServer(target, () => ok(root.get(at)));
  expect(imported).toMatchObject({
    name: "Engine",
    visibility_level: 10,
    builds_enabled: false,
    only_allow_merge_if_build_succeeds: true,
    created_at: stored,
  });
  expect(await onServer(target, () => ok(root.get(`${at}/members`)))).toMatchObject([
    { username: "ada", access_level: 40 },
  ]);
});

test("an issue keeps its author, times, confidentiality and the labels and milestones of its group", async () => {
  const { at } = await importedAsIs();
  const [imported] = await onServer(target, () => ok(root.get(`${at}/issues`)));
  expect(imported).toMatchObject({
    iid: 3,
    state: "closed",
    confidential: true,
    created_at: stored,
    due_date: "2020-05-01",
    labels: ["bug", "of the group"],
    milestone: { title: "Group's own", iid: 1 },
    author: { username: "ghost" },
    assignee: { username: "ada" },
    upvotes: 0,
  });
  const shown = await onServer(target, () => ok(root.get(v4(`${at}/issues/3`))));
  expect(shown).toMatchObject({ closed_at: stored, closed_by: { username: "ada" }, discussion_locked: true });
  const times = await onServer(target, () => ok(root.get(`${at}/issues/${imported.id}/time_stats`)));
  expect(times).toMatchObject({ time_estimate: 3600, total_time_spent: 1800 });
});

test("a system note that names an issue of another project is left out, and the command says so", async () => {
  const { at, lines } = await importedAsIs();
  const [imported] = await onServer(target, () => ok(root.get(`${at}/issues`)));
  const kept = await onServer(target, () => ok(root.get(`${at}/issues/${imported.id}/notes?sort=asc`)));
  expect(kept.map(({ body }: { body: string }) => body).sort()).toEqual(["It does", "closed"]);
  expect(lines).toContainEqual(expect.stringMatching(/^Left out of .*: 1 system notes that name issues of other/));
});

test("internal notes are left out, since viewers of the issue would see them here, and the command says so", async () => {
  const { at, lines } = await importedAsIs();
  const [imported] = await onServer(target, () => ok(root.get(`${at}/issues`)));
  const kept = await onServer(target, () => ok(root.get(`${at}/issues/${imported.id}/notes`)));
  expect(kept.map(({ body }: { body: string }) => body)).not.toContainEqual(expect.stringContaining("For us only"));
  expect(lines).toContainEqual(expect.stringMatching(/^Left out of .*: 2 internal notes/));
});

test.each(["issues", "merge_requests", "repository"])(
  "a visible project whose %s only members see becomes private",
  async (feature) => {
    const { at, lines } = await runV4({ [`${feature}_access_level`]: "private" });
    const seen = await onServer(target, async () => (await createUser()).get(at));
    expect({ status: seen.status, lines }).toEqual({
      status: 404,
      lines: expect.arrayContaining([expect.stringMatching(/is private here/)]),
    });
  },
);

test("a merge request keeps its commits, version and discussions, and can be merged", async () => {
  const { at } = await importedAsIs();
  const [imported] = await onServer(target, () => ok(root.get(`${at}/merge_requests`)));
  const path = `${at}/merge_requests/${imported.id}`;
  expect(imported).toMatchObject({ title: "Draft: Topic", sha: tips.topic, state: "opened" });
  expect(await onServer(target, () => ok(root.get(`${path}/commits`)))).toMatchObject([{ id: tips.topic }]);
  expect(await onServer(target, () => ok(root.get(path)))).toMatchObject({ merge_status: "can_be_merged" });
  const discussions = await onServer(target, () => ok(root.get(`${path}/discussions`)));
  expect(discussions).toMatchObject([{ notes: [{ body: "Why?", resolved: true }] }]);
});
