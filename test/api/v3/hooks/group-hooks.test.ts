// Hooks of a group: its owners manage them, and they get the events of all of its projects.
import { describe, expect, test } from "vitest";
import { type Actor, castNames, createAdmin, createUser, ok } from "../../../support/actors.ts";
import type { Answer, Caller } from "../../../support/api.ts";
import { createCast, createGroup, createIssue, createProject, type Group } from "../../../support/factories.ts";
import { addHook, everything, Receiver } from "./receiver.ts";

const url = "https://hooks.example.org/group";
const hooksOf = ({ id }: Group): string => `/groups/${id}/hooks`;

async function createOwned(): Promise<{ owner: Actor; group: Group; path: string }> {
  const owner = await createUser();
  const group = await createGroup(owner);
  return { owner, group, path: hooksOf(group) };
}

const addGroupHook = (owner: Actor, group: Group, to: string, settings = {}) =>
  ok(owner.post(hooksOf(group), { url: to, ...everything, ...settings }));

const titlesOf = ({ deliveries }: Receiver): string[] => deliveries.map(({ body }) => body.object_attributes.title);

test("a group hook is created, listed, updated and deleted like a project's, with its group", async () => {
  const { owner, group, path } = await createOwned();
  const made = await owner.post(path, { url, note_events: true });
  const { signing_secret: _, ...hook } = made.body;
  expect(made.status).toBe(201);
  expect(hook).toEqual({
    id: expect.any(Number),
    url,
    created_at: expect.any(String),
    group_id: group.id,
    push_events: true,
    tag_push_events: false,
    enable_ssl_verification: true,
    issues_events: false,
    merge_requests_events: false,
    note_events: true,
    build_events: false,
    pipeline_events: false,
    wiki_page_events: false,
    enabled: true,
    disabled_until: null,
    last_error: null,
    last_error_at: null,
  });
  expect(await owner.get(`${path}/${hook.id}`)).toMatchObject({ status: 200, body: hook });
  expect(await owner.get(`/groups/${group.path}/hooks`)).toMatchObject({ status: 200, body: [hook] });
  const changed = await owner.put(`${path}/${hook.id}`, { url, push_events: false });
  expect(changed).toMatchObject({ status: 200, body: { ...hook, push_events: false } });
  expect(await owner.delete(`${path}/${hook.id}`)).toMatchObject({ status: 200, body: changed.body });
  expect(await owner.get(path)).toMatchObject({ status: 200, body: [] });
});

test("a group hook is found only in its own group, and not among the hooks of a project", async () => {
  const { owner, group, path } = await createOwned();
  const project = await createProject(owner, { namespace_id: group.id });
  const { id } = await ok(owner.post(path, { url }));
  const ofProject = await addHook(owner, project, url);
  const missing = { status: 404, body: { message: "404 Not found" } };
  expect(await owner.get(`${hooksOf(await createGroup(owner))}/${id}`)).toMatchObject(missing);
  expect(await owner.get(`/projects/${project.id}/hooks/${id}`)).toMatchObject(missing);
  expect(await owner.get(`${path}/${ofProject.id}`)).toMatchObject(missing);
});

const expected: Record<string, string> = {
  private: "401 404 404 403 403 403 403 ok ok",
  public: "401 403 403 403 403 403 403 ok ok",
};

describe.each(["private", "public"])("in a %s group", (visibility) => {
  test("owners and administrators may do everything, others nothing", async () => {
    const { cast, group } = await createCast({ visibility_level: visibility === "public" ? 20 : 0 });
    const path = hooksOf(group);
    const calls: ((caller: Caller, id: number) => Promise<Answer>)[] = [
      (caller) => caller.get(path),
      (caller) => caller.post(path, { url }),
      (caller, id) => caller.get(`${path}/${id}`),
      (caller, id) => caller.put(`${path}/${id}`, { url }),
      (caller, id) => caller.post(`${path}/${id}/rotate_secret`),
      (caller, id) => caller.delete(`${path}/${id}`),
    ];
    let { id } = await addGroupHook(cast.owner, group, url);
    for (const call of calls) {
      const outcomes: string[] = [];
      for (const name of castNames) {
        const { status } = await call(cast[name], id);
        outcomes.push(status < 300 ? "ok" : String(status));
        if (status < 300) ({ id } = await addGroupHook(cast.owner, group, url));
      }
      expect(outcomes.join(" ")).toBe(expected[visibility]);
    }
  });
});

test("a group hook gets the events of all projects of its group, and of no other", async () => {
  const { owner, group } = await createOwned();
  const [one, other] = [
    await createProject(owner, { namespace_id: group.id }),
    await createProject(owner, { namespace_id: group.id }),
  ];
  const outside = await createProject(owner);
  await using receiver = await Receiver.start();
  await addGroupHook(owner, group, receiver.url);
  await createIssue(owner, outside, { title: "Outside" });
  await createIssue(owner, one, { title: "One" });
  await createIssue(owner, other, { title: "Other" });
  const outcomes = await receiver.first(2);
  expect(titlesOf(receiver)).toEqual(["One", "Other"]);
  expect(outcomes[0]?.headers["x-gitlab-event"]).toBe("Issue Hook");
  expect(outcomes.map(({ body }) => body.project.path_with_namespace)).toEqual([
    one.path_with_namespace,
    other.path_with_namespace,
  ]);
});

test("a project hook and a group hook each get the same event by their own settings", async () => {
  const { owner, group } = await createOwned();
  const project = await createProject(owner, { namespace_id: group.id });
  await using ofGroup = await Receiver.start();
  await using ofProject = await Receiver.start();
  await addGroupHook(owner, group, ofGroup.url, { note_events: false });
  await addHook(owner, project, ofProject.url, { ...everything, issues_events: false });
  const issue = await createIssue(owner, project, { title: "Same" });
  await ok(owner.post(`/projects/${project.id}/issues/${issue.id}/notes`, { body: "Said" }));
  expect((await ofProject.only()).body.object_kind).toBe("note");
  expect((await ofGroup.only()).body.object_kind).toBe("issue");
});

test("a group hook gets confidential issues only if it selects them", async () => {
  const { owner, group } = await createOwned();
  const project = await createProject(owner, { namespace_id: group.id });
  await using usual = await Receiver.start();
  await using trusted = await Receiver.start();
  await addGroupHook(owner, group, usual.url);
  await addGroupHook(owner, group, trusted.url, { confidential_issues_events: true });
  const issue = await createIssue(owner, project, { title: "Hush", confidential: true });
  await ok(owner.post(`/projects/${project.id}/issues/${issue.id}/notes`, { body: "Hushed" }));
  await createIssue(owner, project, { title: "Loud" });
  await trusted.first(3);
  await usual.first(1);
  expect(titlesOf(usual)).toEqual(["Loud"]);
});

test("a group hook gets the events of a project from its transfer into the group until it leaves", async () => {
  const { owner, group } = await createOwned();
  const admin = await createAdmin();
  const project = await createProject(owner, { namespace_id: group.id });
  const next = await createGroup(owner);
  await using receiver = await Receiver.start();
  await using later = await Receiver.start();
  await addGroupHook(owner, group, receiver.url);
  await addGroupHook(owner, next, later.url);
  await createIssue(owner, project, { title: "Before" });
  await receiver.first(1);
  await ok(admin.post(`/groups/${next.id}/projects/${project.id}`));
  await createIssue(owner, project, { title: "After" });
  await later.first(1);
  expect(titlesOf(later)).toEqual(["After"]);
  expect(titlesOf(receiver)).toEqual(["Before"]);
});

test("earlier events of a project that has left are delivered without its current data", async () => {
  const { owner, group } = await createOwned();
  const admin = await createAdmin();
  const project = await createProject(owner, { namespace_id: group.id });
  const issue = await createIssue(owner, project, { title: "Before" });
  await using receiver = await Receiver.start();
  const { id } = await addGroupHook(owner, group, receiver.url);
  const send = () => ok(owner.post(`${hooksOf(group)}/${id}/test/issues_events`));
  await send();
  await ok(admin.post(`/groups/${(await createGroup(owner)).id}/projects/${project.id}`));
  await ok(owner.put(`/projects/${project.id}/issues/${issue.id}`, { title: "Secret" }));
  await send();
  const [before, after] = await receiver.first(2);
  expect(before?.body.object_attributes.title).toBe("Before");
  expect(after?.body).toEqual({ object_kind: "issue" });
});

test("a change costs as many round trips with ten hooks of the project and of its group as with none", async () => {
  await using receiver = await Receiver.start();
  const { owner, group } = await createOwned();
  const project = await createProject(owner, { namespace_id: group.id });
  const open = () => owner.post(`/projects/${project.id}/issues`, { title: "One" });
  // The next ones recall what the first has read.
  await open();
  const without = (await open()).cost;
  for (let number = 0; number < 5; number += 1) {
    await addHook(owner, project, receiver.url);
    await addGroupHook(owner, group, receiver.url);
  }
  const { roundTrips, statements } = (await open()).cost;
  expect({ roundTrips, statements }).toEqual({ roundTrips: without.roundTrips, statements: without.statements });
  await receiver.first(10);
});

test("reading takes one round trip, writing two", async () => {
  const { owner, path } = await createOwned();
  const { id } = await ok(owner.post(path, { url }));
  expect((await owner.get(path)).cost.roundTrips).toBe(1);
  expect((await owner.get(`${path}/${id}`)).cost.roundTrips).toBe(1);
  expect((await owner.post(path, { url })).cost.roundTrips).toBe(2);
  expect((await owner.put(`${path}/${id}`, { url })).cost.roundTrips).toBe(2);
  expect((await owner.delete(`${path}/${id}`)).cost.roundTrips).toBe(2);
});
