// `npm run export -- --only` of a group or a project, and `npm run import` into an instance with other content.
import { expect, test } from "vitest";
import { type Actor, anonymous, createUser, ok, root, unique } from "../support/actors.ts";
import type { Answer } from "../support/api.ts";
import { createGroup, createIssue, createProject } from "../support/factories.ts";
import { once } from "../support/once.ts";
import { bindingOf } from "../support/runtime/d1.ts";
import { migratedImage } from "../support/runtime/migrated-d1.ts";
import { MemoryDatabase } from "../support/runtime/sqlite.ts";
import { onServer, type ServerInProcess, server, startInProcess } from "../support/server.ts";
import { runExport, runImport, temporaryFolder } from "./archives.ts";
import { contentsOf } from "./contents.ts";
import { emptyInstance, exported } from "./restored.ts";

type Json = Answer["body"];

/** Users and a database with other content, so that no id is the same; one user has the e-mail address of a member. */
const otherContent = once(async () => {
  const { instance } = await exported();
  const database = new MemoryDatabase(await migratedImage());
  const people = await onServer(await startInProcess(server.origin, { database: bindingOf(database) }), async () => {
    for (let count = 0; count < 30; count += 1) await createUser();
    const host = await createUser();
    const known = await createUser({ email: `${instance.world.cast.reporter.username}@example.com` });
    for (let count = 0; count < 10; count += 1) {
      const project = await createProject(host);
      for (const title of ["a", "b", "c"]) await createIssue(host, project, { title });
    }
    return { host, known };
  });
  return { ...people, image: database.image() };
});

/** An instance with that content. */
async function otherInstance(): Promise<{ target: ServerInProcess; host: Actor; known: Actor }> {
  const { image, ...people } = await otherContent();
  const target = await startInProcess(server.origin, { database: bindingOf(new MemoryDatabase(image)) });
  return { ...people, target };
}

const added = once(async () => {
  const { source, instance } = await exported();
  const { target, host, known } = await otherInstance();
  const group = await onServer(target, () => createGroup(host, { visibility_level: 20 }));
  const hook = await onServer(target, () =>
    ok(root.post("/hooks", { url: "http://127.0.0.1:9/", issues_events: true })),
  );
  const folder = temporaryFolder();
  const file = folder.file("project.tar");
  await runExport(source, file, { only: instance.reviewed.path_with_namespace });
  const lines = await runImport(target, file, { into: group.path });
  const [project] = await onServer(target, () => ok(root.get(`/groups/${group.id}/projects`)));
  return { source, instance, target, host, known, group, hook, file, lines, project };
});

/** Everything about a project that does not depend on ids. */
async function describeProject(id: number): Promise<Json> {
  const at = `/projects/${id}`;
  const all = { per_page: 100 };
  const issues = await ok(root.get(`${at}/issues`, all));
  const requests = await ok(root.get(`${at}/merge_requests`, { ...all, state: "all" }));
  const below = async (kind: string, records: Json[], what: string) =>
    Promise.all(records.map(({ id }) => ok(root.get(`${at}/${kind}/${id}/${what}`, all))));
  return withoutIds({
    issues,
    requests,
    issueNotes: await below("issues", issues, "notes"),
    notes: await below("merge_requests", requests, "notes"),
    awards: await below("merge_requests", requests, "award_emoji"),
    discussions: await below("merge_requests", requests, "discussions"),
    versions: await below("merge_requests", requests, "versions"),
    changes: await below("merge_requests", requests, "changes"),
    commits: await below("merge_requests", requests, "commits"),
    labels: await ok(root.get(`${at}/labels`, all)),
    milestones: await ok(root.get(`${at}/milestones`, all)),
    branches: await ok(root.get(`${at}/repository/branches`, all)),
    tags: await ok(root.get(`${at}/repository/tags`, all)),
    log: await ok(root.get(`${at}/repository/commits`, all)),
    comments: await ok(root.get(`${at}/repository/commits/main/comments`, all)),
    statuses: await ok(root.get(`${at}/repository/commits/waiting/statuses`, all)),
    events: await ok(root.get(`${at}/events`, all)),
  });
}

/** Ids, and what an import changes about people and paths. */
const CHANGED =
  /^(?:id|.*_id|web_url|path_with_namespace|.*avatar_url|author_username|username|email|state|repository)$/;

function withoutIds(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutIds);
  if (typeof value !== "object" || value === null) return value;
  const isUser = "username" in value;
  const kept = Object.entries(value).filter(([name]) => !CHANGED.test(name) || (name === "state" && !isUser));
  return Object.fromEntries(kept.map(([name, part]) => [name, isUser ? userKept(name, part) : withoutIds(part)]));
}

/** Existing users keep their own data. */
const userKept = (name: string, value: Json): Json => (name === "name" || name === "created_at" ? "" : value);

test("an added project has the same issues, merge requests, notes, history and activity", async () => {
  const { source, instance, target, project } = await added();
  const [before, after] = [
    await onServer(source, () => describeProject(instance.reviewed.id)),
    await onServer(target, () => describeProject(project.id)),
  ];
  expect(before.requests).toHaveLength(4);
  expect(before.events.length).toBeGreaterThan(5);
  expect(after).toEqual(before);
});

test("ids reserved for an import are the same when it begins again, and are given to nothing else", async () => {
  const target = await emptyInstance();
  const reserve = async (name: string, labels: number) => {
    const response = await target.fetch(`${target.origin}/-/backup/imports/${name}`, {
      method: "POST",
      headers: root.headers,
      body: JSON.stringify({ ids: { labels } }),
    });
    return response.json();
  };
  const reserved = [await reserve("first", 3), await reserve("first", 3), await reserve("second", 2)];
  const label = await onServer(target, async () => {
    const { id } = await createProject(root);
    return ok(root.post(`/projects/${id}/labels`, { name: "new", color: "#112233" }));
  });
  const steps = [0, 0, 3].map((value) => ({ steps: [{ step: "ids/labels", value }] }));
  expect({ reserved, next: label.id }).toEqual({ reserved: steps, next: 6 });
});

test("users are matched by e-mail address, or created blocked, and the command reports it", async () => {
  const { instance, target, known, lines } = await added();
  const { reporter, owner, outsider } = instance.world.cast;
  expect(lines).toContain(
    `${outsider.username} <${outsider.username}@example.com> is created as ${outsider.username}, blocked.`,
  );
  expect(lines).toContain(
    `${owner.username} <${owner.username}@example.com> is created as ${owner.username}, blocked.`,
  );
  const [created] = await onServer(target, () => ok(root.get("/users", { username: owner.username })));
  expect(created).toMatchObject({ state: "blocked", is_admin: false, username: owner.username });
  expect(lines.some((line) => line.startsWith(`${reporter.username} <`))).toBe(false);
  expect(known.id).toBeGreaterThan(0);
});

test("tokens do not travel with a project", async () => {
  const { instance, target } = await added();
  const answer = await onServer(target, () => instance.world.cast.owner.get("/user"));
  expect(answer.status).toBe(401);
});

test("an added project neither notifies anyone nor is delivered to hooks that were there", async () => {
  const { target, known, hook } = await added();
  await onServer(target, async () => {
    for (let times = 0; times < 10; times += 1) await server.settle();
    expect(await ok(root.get(`/hooks/${hook.id}/deliveries`))).toEqual([]);
    expect(await ok(known.get("/notifications"))).toEqual([]);
    expect(await ok(known.get("/todos"))).toEqual([]);
  });
});

test("work on an added project goes on: pushes, merges and new iids", async () => {
  const { target, project } = await added();
  await onServer(target, async () => {
    const at = `/projects/${project.id}`;
    const issue = await ok(root.post(`${at}/issues`, { title: "The next" }));
    const file = { file_path: "new.txt", content: "1", branch_name: "next", commit_message: "Go on" };
    await ok(root.post(`${at}/repository/branches`, { branch_name: "next", ref: "main" }));
    await ok(root.post(`${at}/repository/files`, file));
    const request = await ok(
      root.post(`${at}/merge_requests`, { title: "Next", source_branch: "next", target_branch: "main" }),
    );
    const merged = await root.put(`${at}/merge_requests/${request.id}/merge`);
    const events = await ok(root.get(`${at}/events`));
    expect([issue.iid, request.iid]).toEqual([2, 5]);
    expect(merged).toMatchObject({ status: 200, body: { state: "merged" } });
    expect(events[0].action_name).toMatch(/pushed|accepted/);
  });
});

test("a merge request that was merged before is not merged again", async () => {
  const { target, project } = await added();
  await onServer(target, async () => {
    const [merged] = await ok(root.get(`/projects/${project.id}/merge_requests`, { state: "merged", iid: 1 }));
    const again = await root.put(`/projects/${project.id}/merge_requests/${merged.id}/merge`);
    expect(again.status).toBe(406);
  });
});

test("a project is refused where its path is taken, without a target, or into one that does not exist", async () => {
  const { target, group, file } = await added();
  await expect(runImport(target, file, { into: group.path })).rejects.toThrow("already. Nothing was written");
  await expect(runImport(target, file)).rejects.toThrow("Say into which group or user it goes");
  await expect(runImport(target, file, { into: "nowhere" })).rejects.toThrow("There is no group or user nowhere");
});

test("a private project of the archive stays private, and none is more visible than its new group", async () => {
  const { source, instance } = await exported();
  const { target, host } = await otherInstance();
  const group = await onServer(target, () => createGroup(host, { visibility_level: 0 }));
  using folder = temporaryFolder();
  await runExport(source, folder.file("p.tar"), { only: instance.reviewed.path_with_namespace });
  await runImport(target, folder.file("p.tar"), { into: group.path });
  const [project] = await onServer(target, () => ok(root.get(`/groups/${group.id}/projects`)));
  const seen = await onServer(target, () => anonymous.get(`/projects/${project.id}`));
  expect({ level: project.visibility_level, status: seen.status }).toEqual({ level: 0, status: 404 });
});

test("a group is added with its members, hooks and all of its projects", async () => {
  const { source, instance } = await exported();
  const { world } = instance;
  const { target } = await otherInstance();
  using folder = temporaryFolder();
  await runExport(source, folder.file("group.tar"), { only: world.group.path });
  await runImport(target, folder.file("group.tar"));
  const describeGroup = async () => {
    const group = await ok(root.get(`/groups/${world.group.path}`));
    const hooks = await ok(root.get(`/groups/${group.id}/hooks`));
    const projects = await ok(root.get(`/groups/${group.id}/projects`, { per_page: 100, order_by: "id", sort: "asc" }));
    const members = await ok(root.get(`/groups/${group.id}/members`, { per_page: 100 }));
    const inside = await Promise.all(projects.map(({ id }: Json) => ok(root.get(`/projects/${id}/issues`))));
    members.sort((one: Json, other: Json) => one.access_level - other.access_level);
    return withoutIds({ hooks, members, paths: projects.map(({ path }: Json) => path), inside });
  };
  const [before, after] = [await onServer(source, describeGroup), await onServer(target, describeGroup)];
  expect(before.paths.length).toBeGreaterThan(3);
  expect(after).toEqual(before);
});

test("a confidential issue of an added group is seen by those who saw it, and nobody else", async () => {
  const { source, instance } = await exported();
  const { world } = instance;
  const { target, host, known } = await otherInstance();
  using folder = temporaryFolder();
  await runExport(source, folder.file("group.tar"), { only: world.group.path });
  await runImport(target, folder.file("group.tar"));
  await onServer(target, async () => {
    const group = await ok(root.get(`/groups/${world.group.path}`));
    const titles = async (caller: Actor) =>
      (await ok(caller.get(`/groups/${group.id}/issues`, { per_page: 100 }))).map(({ title }: Json) => title);
    const isSecret = (title: string) => title.startsWith("a secret");
    expect((await titles(known)).some(isSecret)).toBe(true);
    expect((await titles(host)).some(isSecret)).toBe(false);
  });
});

test("an archive of a project contains nothing of others", async () => {
  const { instance, file } = await added();
  const { rows } = await contentsOf(file);
  const { id } = instance.reviewed;
  expect(rows.projects?.map((row) => row.id)).toEqual([id]);
  expect(Object.keys(rows)).not.toContain("access_tokens");
  const others = Object.values(rows).flatMap((all) => all.filter((row) => (row.project_id ?? id) !== id));
  expect(others).toEqual([]);
});

test("a user name that is the name of a group gets a number", async () => {
  const { source, instance } = await exported();
  const { target, host } = await otherInstance();
  const { owner } = instance.world.cast;
  const group = await onServer(target, () => createGroup(host, { path: unique("other"), name: owner.username }));
  using folder = temporaryFolder();
  await runExport(source, folder.file("p.tar"), { only: instance.reviewed.path_with_namespace });
  const lines = await runImport(target, folder.file("p.tar"), { into: group.path });
  expect(lines.join("\n")).toContain(`is created as ${owner.username}1, blocked.`);
});

test("a project that leaves its owner's namespace for a group is listed among the owner's projects", async () => {
  const [source, target] = [await emptyInstance(), await emptyInstance()];
  using folder = temporaryFolder();
  const email = `${unique("owner")}@example.com`;
  const project = await onServer(source, async () => createProject(await createUser({ email })));
  await runExport(source, folder.file("p.tar"), { only: project.path_with_namespace });
  const owner = await onServer(target, () => createUser({ email }));
  const group = await onServer(target, () => createGroup(root));
  await runImport(target, folder.file("p.tar"), { into: group.path });
  const listed = await onServer(target, () => owner.get("/projects"));
  expect(listed).toMatchObject({ status: 200, body: [{ path: project.path }] });
});

test("a user name that is taken by another path gets a number", async () => {
  const { source, instance } = await exported();
  const { target, host } = await otherInstance();
  const { owner } = instance.world.cast;
  const group = await onServer(target, () => createGroup(host, { path: owner.username, name: unique("other") }));
  using folder = temporaryFolder();
  await runExport(source, folder.file("p.tar"), { only: instance.reviewed.path_with_namespace });
  const lines = await runImport(target, folder.file("p.tar"), { into: group.path });
  expect(lines.join("\n")).toContain(`is created as ${owner.username}1, blocked.`);
});
