// System hooks: administrators manage them, and they get events of all projects, groups, users and memberships.
import { expect, test } from "vitest";
import {
  type Actor,
  castNames,
  createAdmin,
  createUser,
  createUserByRequest,
  ok,
  unique,
} from "../../../support/actors.ts";
import type { Answer, Caller, Values } from "../../../support/api.ts";
import { createCast, createGroup, createIssue, createProject } from "../../../support/factories.ts";
import { seedRepository } from "../../../support/git.ts";
import { createSource, sourceKinds } from "../../../support/member-sources.ts";
import { createProposing } from "../../../support/merge-requests.ts";
import { type Delivery, Receiver } from "./receiver.ts";

/** A system hook that exists while it is in scope; it also gets the events of other tests. */
class Listening {
  readonly admin: Actor;
  readonly #receiver: Receiver;
  readonly #hook: string;

  private constructor(admin: Actor, receiver: Receiver, hook: string) {
    this.admin = admin;
    this.#receiver = receiver;
    this.#hook = hook;
  }

  static async start(settings: Values = {}): Promise<Listening> {
    const admin = await createAdmin();
    const receiver = await Receiver.start();
    const { id } = await ok(admin.post("/hooks", { url: receiver.url, ...settings }));
    return new Listening(admin, receiver, `/hooks/${id}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await ok(this.admin.delete(this.#hook));
    await this.#receiver[Symbol.asyncDispose]();
  }

  /** The deliveries that contain this name, once there are this many. */
  async received(name: string, count: number): Promise<Delivery[]> {
    const of = () => this.#receiver.deliveries.filter(({ body }) => JSON.stringify(body).includes(name));
    await this.#receiver.until(() => of().length >= count);
    expect(of().length).toBeGreaterThanOrEqual(count);
    return of();
  }
}

const namesOf = (deliveries: readonly Delivery[]) => deliveries.map(({ body }) => body.event_name);

const times = { created_at: expect.any(String), updated_at: expect.any(String) };

test("a system hook is created, read, updated and deleted, and selects no pushes by default", async () => {
  await using receiver = await Receiver.start();
  const { url } = receiver;
  const admin = await createAdmin();
  const made = await admin.post("/hooks", { url, token: "token" });
  const { signing_secret: _, ...hook } = made.body;
  expect(made.status).toBe(201);
  expect(hook).toEqual({
    id: expect.any(Number),
    url,
    created_at: expect.any(String),
    push_events: false,
    tag_push_events: false,
    enable_ssl_verification: true,
    issues_events: false,
    merge_requests_events: false,
    note_events: false,
    build_events: false,
    pipeline_events: false,
    wiki_page_events: false,
    enabled: true,
    disabled_until: null,
    last_error: null,
    last_error_at: null,
  });
  expect(await admin.get(`/hooks/${hook.id}`)).toMatchObject({ status: 200, body: hook });
  const changed = await admin.put(`/hooks/${hook.id}`, { url, push_events: true });
  expect(changed).toMatchObject({ status: 200, body: { ...hook, push_events: true } });
  expect((await admin.get("/hooks", { per_page: 100 })).body).toContainEqual(changed.body);
  expect(await admin.delete(`/hooks/${hook.id}`)).toMatchObject({ status: 200, body: changed.body });
  expect(await admin.get(`/hooks/${hook.id}`)).toMatchObject({ status: 404, body: { message: "404 Not found" } });
});

test("reading takes one round trip, writing two", async () => {
  await using receiver = await Receiver.start();
  const { url } = receiver;
  const admin = await createAdmin();
  const made = await admin.post("/hooks", { url });
  expect(made.cost.roundTrips).toBe(2);
  expect((await admin.get("/hooks")).cost.roundTrips).toBe(1);
  expect((await admin.get(`/hooks/${made.body.id}`)).cost.roundTrips).toBe(1);
  expect((await admin.put(`/hooks/${made.body.id}`, { url })).cost.roundTrips).toBe(2);
  expect((await admin.delete(`/hooks/${made.body.id}`)).cost.roundTrips).toBe(2);
});

test("administrators may do everything, others nothing", async () => {
  await using receiver = await Receiver.start();
  const { url } = receiver;
  const { cast } = await createCast();
  const calls: ((caller: Caller, id: number) => Promise<Answer>)[] = [
    (caller) => caller.get("/hooks"),
    (caller) => caller.post("/hooks", { url }),
    (caller, id) => caller.get(`/hooks/${id}`),
    (caller, id) => caller.put(`/hooks/${id}`, { url }),
    (caller, id) => caller.post(`/hooks/${id}/rotate_secret`),
    (caller, id) => caller.delete(`/hooks/${id}`),
  ];
  const { id } = await ok(cast.admin.post("/hooks", { url }));
  for (const call of calls) {
    const received: string[] = [];
    for (const name of castNames) {
      const { status, body } = await call(cast[name], id);
      received.push(status < 300 ? "ok" : String(status));
      if (status === 201 && body.id !== id) await ok(cast.admin.delete(`/hooks/${body.id}`));
    }
    expect(received.join(" ")).toBe("401 403 403 403 403 403 403 403 ok");
  }
});

test("hooks of projects and groups are not among the system hooks", async () => {
  const admin = await createAdmin();
  const project = await createProject(admin);
  const group = await createGroup(admin);
  for (const path of [`/projects/${project.id}/hooks`, `/groups/${group.id}/hooks`]) {
    const { id } = await ok(admin.post(path, { url: "https://hooks.example.org/" }));
    expect(await admin.get(`/hooks/${id}`)).toMatchObject({ status: 404, body: { message: "404 Not found" } });
  }
});

test("a project is delivered when it is created, updated, renamed, moved and deleted", async () => {
  await using listening = await Listening.start();
  const { admin } = listening;
  const owner = await createUser();
  const group = await createGroup(owner);
  const project = await createProject(owner);
  const path = `/projects/${project.id}`;
  await ok(owner.put(path, { description: "Changed" }));
  const renamed = unique("renamed");
  await ok(owner.put(path, { path: renamed }));
  await ok(admin.post(`/groups/${group.id}/projects/${project.id}`));
  await ok(owner.delete(path));
  const received = await listening.received(project.name, 5);
  expect(namesOf(received)).toEqual([
    "project_create",
    "project_update",
    "project_rename",
    "project_transfer",
    "project_destroy",
  ]);
  for (const { headers } of received) expect(headers["x-gitlab-event"]).toBe("System Hook");
  const [made, , rename, transfer, destroyed] = received.map(({ body }) => body);
  const ofOwner = { owner_name: `Name of ${owner.username}`, owner_email: `${owner.username}@example.com` };
  expect(made).toEqual({
    event_name: "project_create",
    ...times,
    name: project.name,
    path: project.path,
    path_with_namespace: project.path_with_namespace,
    project_id: project.id,
    ...ofOwner,
    project_visibility: "private",
  });
  expect(rename).toEqual({
    ...made,
    event_name: "project_rename",
    updated_at: expect.any(String),
    path: renamed,
    path_with_namespace: `${owner.username}/${renamed}`,
    old_path_with_namespace: project.path_with_namespace,
  });
  expect(transfer).toMatchObject({
    path_with_namespace: `${group.path}/${renamed}`,
    old_path_with_namespace: `${owner.username}/${renamed}`,
    owner_name: group.name,
    owner_email: "",
  });
  expect(destroyed).toEqual({
    ...made,
    event_name: "project_destroy",
    updated_at: expect.any(String),
    path: renamed,
    path_with_namespace: `${group.path}/${renamed}`,
    owner_name: group.name,
    owner_email: "",
  });
});

test("a project is delivered as updated when its default branch changes, and not when it is given its own name", async () => {
  await using listening = await Listening.start();
  const { owner, project, at } = await createProposing();
  for (const name of [project.name, project.name]) await ok(owner.put(at, { name }));
  await ok(owner.put(at, { default_branch: "feature" }));
  await ok(owner.delete(at));
  const received = await listening.received(project.name, 3);
  expect(namesOf(received)).toEqual(["project_create", "project_update", "project_destroy"]);
});

test("a member who joins or leaves a project or a group is delivered, with their level", async () => {
  await using listening = await Listening.start();
  const owner = await createUser();
  const member = await createUserByRequest();
  const group = await createGroup(owner);
  const project = await createProject(owner);
  for (const [path, access_level] of [
    [`/projects/${project.id}`, 30],
    [`/groups/${group.id}`, 20],
  ] as const) {
    await ok(owner.post(`${path}/members`, { user_id: member.id, access_level }));
    await ok(owner.delete(`${path}/members/${member.id}`));
  }
  const received = (await listening.received(member.username, 5)).map(({ body }) => body);
  expect(received.map(({ event_name }) => event_name)).toEqual([
    "user_create",
    "user_add_to_team",
    "user_remove_from_team",
    "user_add_to_group",
    "user_remove_from_group",
  ]);
  const user = {
    user_username: member.username,
    user_name: `Name of ${member.username}`,
    user_email: `${member.username}@example.com`,
    user_id: member.id,
  };
  const inProject = {
    ...times,
    project_name: project.name,
    project_path: project.path,
    project_path_with_namespace: project.path_with_namespace,
    project_id: project.id,
    ...user,
    access_level: "Developer",
    project_visibility: "private",
  };
  const inGroup = {
    ...times,
    group_name: group.name,
    group_path: group.path,
    group_id: group.id,
    ...user,
    group_access: "Reporter",
  };
  expect(received.slice(1)).toEqual([
    { event_name: "user_add_to_team", ...inProject },
    { event_name: "user_remove_from_team", ...inProject },
    { event_name: "user_add_to_group", ...inGroup },
    { event_name: "user_remove_from_group", ...inGroup },
  ]);
});

test("an approved access request is delivered like an added member", async () => {
  await using listening = await Listening.start();
  const requester = await createUserByRequest();
  for (const kind of sourceKinds) {
    const source = await createSource(kind, { visibility_level: 20, request_access_enabled: true });
    await ok(requester.post(`${source.path}/access_requests`));
    await ok(source.manager.put(`${source.path}/access_requests/${requester.id}/approve`));
  }
  const received = (await listening.received(requester.username, 3)).map(({ body }) => body);
  expect(received.slice(1)).toMatchObject(
    sourceKinds.map((kind) =>
      kind === "group"
        ? { event_name: "user_add_to_group", ...times, user_id: requester.id, group_access: "Developer" }
        : { event_name: "user_add_to_team", ...times, user_id: requester.id, access_level: "Developer" },
    ),
  );
});

test("a group is delivered when it is created and deleted, and so is each project deleted with it", async () => {
  await using listening = await Listening.start();
  const owner = await createUser();
  const group = await createGroup(owner);
  const projects = [
    await createProject(owner, { namespace_id: group.id }),
    await createProject(owner, { namespace_id: group.id }),
  ];
  await ok(owner.delete(`/groups/${group.id}`));
  const received = (await listening.received(group.path, 6)).map(({ body }) => body);
  expect(received.map(({ event_name, project_id }) => [event_name, project_id])).toEqual([
    ["group_create", undefined],
    ["project_create", projects[0]?.id],
    ["project_create", projects[1]?.id],
    ["project_destroy", projects[0]?.id],
    ["project_destroy", projects[1]?.id],
    ["group_destroy", undefined],
  ]);
  expect(received.at(-1)).toEqual({
    event_name: "group_destroy",
    ...times,
    name: group.name,
    path: group.path,
    group_id: group.id,
    owner_name: null,
    owner_email: null,
  });
});

test("a user is delivered when they are created and deleted, and so is each of their personal projects", async () => {
  await using listening = await Listening.start();
  const user = await createUserByRequest();
  const project = await createProject(user);
  await ok(listening.admin.delete(`/users/${user.id}`));
  const received = (await listening.received(user.username, 4)).map(({ body }) => body);
  const person = {
    ...times,
    name: `Name of ${user.username}`,
    email: `${user.username}@example.com`,
    user_id: user.id,
    username: user.username,
  };
  expect(received).toEqual([
    { event_name: "user_create", ...person },
    expect.objectContaining({ event_name: "project_create", project_id: project.id }),
    expect.objectContaining({ event_name: "project_destroy", project_id: project.id }),
    { event_name: "user_destroy", ...person },
  ]);
});

test("if selected, pushes and issues of every project are delivered, except confidential ones", async () => {
  await using listening = await Listening.start({ push_events: true, issues_events: true });
  const owner = await createUser();
  const project = await createProject(owner);
  const sha = await seedRepository(owner, project, { "a.txt": "a\n" });
  await createIssue(owner, project, { title: "Hush", confidential: true });
  await createIssue(owner, project, { title: "Loud" });
  const received = await listening.received(project.name, 3);
  expect(received.map(({ headers }) => headers["x-gitlab-event"])).toEqual(Array(3).fill("System Hook"));
  const [, push, issue] = received.map(({ body }) => body);
  expect(push).toMatchObject({ event_name: "push", project_id: project.id, after: sha, total_commits_count: 1 });
  expect(issue).toMatchObject({ object_kind: "issue", object_attributes: { title: "Loud" } });
});
