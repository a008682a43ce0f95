// Memberships and shares hold through the day they expire, in UTC, and have no effect from the next day on.
import { describe, expect, test } from "vitest";
import { type Actor, createUser, levels, ok } from "../../../support/actors.ts";
import { today, tomorrow, yesterday } from "../../../support/days.ts";
import { createGroup, createProject, type Group, type Project } from "../../../support/factories.ts";
import { listing } from "../../../support/lists.ts";
import { addMember, asSource, createSource, sourceKinds } from "../../../support/member-sources.ts";

const days = [
  ["yesterday", yesterday, false],
  ["today", today, true],
  ["tomorrow", tomorrow, true],
] as const;

const notFound = (what: "Group" | "Project") => ({ status: 404, body: { message: `404 ${what} Not Found` } });
const share = (owner: Actor, project: Project, group: Group, expires_at: string) =>
  ok(owner.post(`/projects/${project.id}/share`, { group_id: group.id, group_access: levels.master, expires_at }));

describe.for(days)("a membership that expires %s", ([, day, holds]) => {
  test.for(sourceKinds)("opens a private %s or not", async (kind) => {
    const [source, user] = await Promise.all([createSource(kind), createUser()]);
    await addMember(source, user, "guest", { expires_at: day() });
    expect(await user.get(source.path)).toMatchObject(
      holds ? { status: 200, body: { id: source.id } } : notFound(kind === "group" ? "Group" : "Project"),
    );
  });

  test.for(sourceKinds)("lists the %s among one's own or not", async (kind) => {
    const [source, user] = await Promise.all([createSource(kind), createUser()]);
    await addMember(source, user, "guest", { expires_at: day() });
    const answer = await user.get(`/${kind}s`);
    expect(answer).toMatchObject(holds ? listing(source) : listing());
    expect(answer.headers.get("x-total")).toBe(holds ? "1" : "0");
  });

  test("gives an owner their rights or not", async () => {
    const [source, user] = await Promise.all([createSource("group", { visibility_level: 20 }), createUser()]);
    await addMember(source, user, "owner", { expires_at: day() });
    expect(await user.put(source.path, { description: "New" })).toMatchObject(
      holds ? { status: 200, body: { description: "New" } } : { status: 403, body: { message: "403 Forbidden" } },
    );
    expect(await user.get("/groups/owned")).toMatchObject(holds ? listing(source) : listing());
  });

  test("opens the group's private projects or not", async () => {
    const [owner, user] = await Promise.all([createUser(), createUser()]);
    const group = await createGroup(owner);
    const project = await createProject(owner, { namespace_id: group.id });
    await addMember(asSource("group", group, owner), user, "guest", { expires_at: day() });
    expect(await user.get(`/projects/${project.id}`)).toMatchObject(
      holds ? { status: 200, body: { id: project.id } } : notFound("Project"),
    );
    expect(await user.get(`/groups/${group.id}/projects`)).toMatchObject(holds ? listing(project) : listing());
    expect(await user.get(`/groups/${group.id}`)).toMatchObject({
      status: 200,
      body: { projects: holds ? [{ id: project.id }] : [] },
    });
  });

  test("opens projects shared with the group or not", async () => {
    const [owner, user] = await Promise.all([createUser(), createUser()]);
    const [team, project] = [await createGroup(owner), await createProject(owner)];
    await ok(owner.post(`/projects/${project.id}/share`, { group_id: team.id, group_access: levels.guest }));
    await addMember(asSource("group", team, owner), user, "guest", { expires_at: day() });
    expect(await user.get(`/projects/${project.id}`)).toMatchObject(
      holds ? { status: 200, body: { id: project.id } } : notFound("Project"),
    );
    expect(await user.get("/projects")).toMatchObject(holds ? listing(project) : listing());
  });

  test.for(sourceKinds)("can be set for a member of a %s without expiry", async (kind) => {
    const [source, user] = await Promise.all([createSource(kind), createUser()]);
    await addMember(source, user, "guest");
    await ok(
      source.manager.put(`${source.path}/members/${user.id}`, { access_level: levels.guest, expires_at: day() }),
    );
    expect(await user.get(source.path)).toMatchObject({ status: holds ? 200 : 404 });
  });
});

describe("an expired membership", () => {
  test.for(sourceKinds)("of a %s is listed with its expiry date until it is removed", async (kind) => {
    const [source, user] = await Promise.all([createSource(kind), createUser()]);
    const member = await addMember(source, user, "guest", { expires_at: yesterday() });
    expect(await source.manager.get(`${source.path}/members/${user.id}`)).toMatchObject({ status: 200, body: member });
    expect(await source.manager.delete(`${source.path}/members/${user.id}`)).toMatchObject({
      status: 200,
      body: member,
    });
  });

  test.for(sourceKinds)("of a %s is renewed at once by a later date", async (kind) => {
    const [source, user] = await Promise.all([createSource(kind), createUser()]);
    await addMember(source, user, "guest", { expires_at: yesterday() });
    await ok(
      source.manager.put(`${source.path}/members/${user.id}`, { access_level: levels.guest, expires_at: today() }),
    );
    expect(await user.get(source.path)).toMatchObject({ status: 200, body: { id: source.id } });
  });

  test("of a project does not affect the level from the group", async () => {
    const [owner, user] = await Promise.all([createUser(), createUser()]);
    const group = await createGroup(owner);
    const project = await createProject(owner, { namespace_id: group.id });
    await addMember(asSource("group", group, owner), user, "guest");
    await addMember(asSource("project", project, owner), user, "master", { expires_at: yesterday() });
    expect(await user.put(`/projects/${project.id}`, { description: "New" })).toMatchObject({
      status: 403,
      body: { message: "403 Forbidden" },
    });
  });
});

describe.for(days)("a share that expires %s", ([, day, holds]) => {
  test("opens the project to the group's members or not", async () => {
    const [owner, member] = await Promise.all([createUser(), createUser()]);
    const [project, team] = [await createProject(owner), await createGroup(member)];
    await share(owner, project, team, day());
    expect(await member.get(`/projects/${project.id}`)).toMatchObject(
      holds ? { status: 200, body: { id: project.id } } : notFound("Project"),
    );
    expect(await member.get("/projects")).toMatchObject(holds ? listing(project) : listing());
  });

  test("gives its level or not", async () => {
    const [owner, member] = await Promise.all([createUser(), createUser()]);
    const [project, team] = [await createProject(owner, { visibility_level: 20 }), await createGroup(member)];
    await share(owner, project, team, day());
    expect(await member.put(`/projects/${project.id}`, { description: "New" })).toMatchObject(
      holds ? { status: 200, body: { description: "New" } } : { status: 403, body: { message: "403 Forbidden" } },
    );
  });

  test("lists the project in the group or not, even for viewers who see both", async () => {
    const owner = await createUser();
    const [project, team] = [await createProject(owner), await createGroup(owner)];
    await share(owner, project, team, day());
    expect(await owner.get(`/groups/${team.id}`)).toMatchObject({
      status: 200,
      body: { shared_projects: holds ? [{ id: project.id }] : [] },
    });
    expect(await owner.get(`/groups/${team.id}/projects`)).toMatchObject(holds ? listing(project) : listing());
  });

  test("lists the group in the project or not", async () => {
    const owner = await createUser();
    const [project, team] = [await createProject(owner), await createGroup(owner)];
    await share(owner, project, team, day());
    expect(await owner.get(`/projects/${project.id}`)).toMatchObject({
      status: 200,
      body: { shared_with_groups: holds ? [{ group_id: team.id }] : [] },
    });
  });

  test("makes a private group visible through its public project or not", async () => {
    const [owner, outsider] = await Promise.all([createUser(), createUser()]);
    const project = await createProject(owner, { visibility_level: 20 });
    const team = await createGroup(owner, { visibility_level: 0 });
    await share(owner, project, team, day());
    expect(await outsider.get(`/groups/${team.id}`)).toMatchObject(
      holds ? { status: 200, body: { shared_projects: [{ id: project.id }] } } : notFound("Group"),
    );
  });

  test("counts the members among the project's users or not", async () => {
    const [owner, member] = await Promise.all([createUser(), createUser()]);
    const [project, team] = [await createProject(owner), await createGroup(member)];
    await share(owner, project, team, day());
    const { status, body } = await owner.get(`/projects/${project.id}/users`);
    const ids = body.map(({ id }: { id: number }) => id);
    expect({ status, there: ids.includes(member.id) }).toEqual({ status: 200, there: holds });
  });
});
