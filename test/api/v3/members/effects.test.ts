// A membership takes effect at once, and ends at once: visibility of private content, and rights by level.
import { describe, expect, test } from "vitest";
import { createUser, levels, ok, type Role } from "../../../support/actors.ts";
import { createGroup, createProject } from "../../../support/factories.ts";
import { listing } from "../../../support/lists.ts";
import { addMember, asSource, createSource, sourceKinds } from "../../../support/member-sources.ts";

const forbidden = { status: 403, body: { message: "403 Forbidden" } };

describe("visibility", () => {
  test.for(sourceKinds)("of a private %s starts and ends with membership", async (kind) => {
    const [source, user] = await Promise.all([createSource(kind), createUser()]);
    const notFound = { status: 404, body: { message: `404 ${kind === "group" ? "Group" : "Project"} Not Found` } };
    expect(await user.get(source.path)).toMatchObject(notFound);
    await addMember(source, user, "guest");
    expect(await user.get(source.path)).toMatchObject({ status: 200, body: { id: source.id } });
    expect(await user.get(`/${kind}s`)).toMatchObject(listing(source));
    await ok(source.manager.delete(`${source.path}/members/${user.id}`));
    expect(await user.get(source.path)).toMatchObject(notFound);
    expect(await user.get(`/${kind}s`)).toMatchObject(listing());
  });

  test("of a group's private projects starts and ends with membership of the group", async () => {
    const [owner, user] = await Promise.all([createUser(), createUser()]);
    const group = await createGroup(owner);
    const project = await createProject(owner, { namespace_id: group.id });
    await addMember(asSource("group", group, owner), user, "guest");
    expect(await user.get("/projects")).toMatchObject(listing(project));
    await ok(owner.delete(`/groups/${group.id}/members/${user.id}`));
    expect(await user.get("/projects")).toMatchObject(listing());
    expect(await user.get(`/projects/${project.id}`)).toMatchObject({ status: 404 });
  });

  test("of one project of a private group extends to that project and the group, not to other projects", async () => {
    const [owner, user] = await Promise.all([createUser(), createUser()]);
    const group = await createGroup(owner, { visibility_level: 0 });
    const project = await createProject(owner, { namespace_id: group.id });
    const neighbour = await createProject(owner, { namespace_id: group.id });
    await addMember(asSource("project", project, owner), user, "guest");
    expect(await user.get(`/groups/${group.id}/projects`)).toMatchObject(listing(project));
    expect(await user.get(`/projects/${neighbour.id}`)).toMatchObject({ status: 404 });
  });

  test("is kept by a member of the project who leaves the group", async () => {
    const [owner, user] = await Promise.all([createUser(), createUser()]);
    const group = await createGroup(owner);
    const project = await createProject(owner, { namespace_id: group.id });
    await addMember(asSource("group", group, owner), user, "guest");
    await addMember(asSource("project", project, owner), user, "guest");
    await ok(user.delete(`/groups/${group.id}/members/${user.id}`));
    expect(await user.get(`/projects/${project.id}`)).toMatchObject({ status: 200, body: { id: project.id } });
  });
});

describe("the level", () => {
  test("of a member of a group takes effect at once, up and down", async () => {
    const [source, user] = await Promise.all([createSource("group"), createUser()]);
    await addMember(source, user, "master");
    const attributes = { description: "New" };
    const become = (role: Role) =>
      ok(source.manager.put(`${source.path}/members/${user.id}`, { access_level: levels[role] }));
    expect(await user.put(source.path, attributes)).toMatchObject(forbidden);
    await become("owner");
    expect(await user.put(source.path, attributes)).toMatchObject({ status: 200, body: attributes });
    await become("guest");
    expect(await user.put(source.path, attributes)).toMatchObject(forbidden);
  });

  test("of a member of a project takes effect at once, up and down", async () => {
    const [source, user] = await Promise.all([createSource("project"), createUser()]);
    await addMember(source, user, "developer");
    const attributes = { description: "New" };
    const become = (role: Role) =>
      ok(source.manager.put(`${source.path}/members/${user.id}`, { access_level: levels[role] }));
    expect(await user.put(source.path, attributes)).toMatchObject(forbidden);
    await become("master");
    expect(await user.put(source.path, attributes)).toMatchObject({ status: 200, body: attributes });
    await become("guest");
    expect(await user.put(source.path, attributes)).toMatchObject(forbidden);
  });

  test.for([
    ["guest", 400],
    ["reporter", 400],
    ["developer", 400],
    ["master", 201],
    ["owner", 201],
  ] as const)("of a %s lets them create a project in the group or not: %i", async ([role, status]) => {
    const [source, user] = await Promise.all([createSource("group"), createUser()]);
    await addMember(source, user, role);
    const body = status === 201 ? { namespace: { id: source.id } } : { message: { namespace: ["is not valid"] } };
    expect(await user.post("/projects", { name: "Mine", namespace_id: source.id })).toMatchObject({ status, body });
  });
});

describe("the level on a project is the highest from all sources", () => {
  const table = `
    direct    group     member-of-team share-with-team may
    guest     -         -              -               read
    developer -         -              -               read
    master    -         -              -               edit
    -         developer -              -               read
    -         master    -              -               edit
    -         owner     -              -               archive
    guest     master    -              -               edit
    master    guest     -              -               edit
    guest     owner     -              -               archive
    -         -         guest          master          read
    -         -         master         developer       read
    -         -         developer      master          read
    -         -         master         master          edit
    -         -         owner          master          edit
    guest     developer master         master          edit
    guest     guest     guest          guest           read`;
  const ways = table
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.trim().split(/\s+/));

  const isRole = (word: string | undefined): word is Role => word !== undefined && word in levels;

  test.for(ways)(
    "direct %s, group %s, in a team %s, shared with it %s: may %s",
    async ([direct, group, team, link, may]) => {
      const [owner, user] = await Promise.all([createUser(), createUser()]);
      const [home, friends] = [await createGroup(owner), await createGroup(owner)];
      const project = await createProject(owner, { namespace_id: home.id });
      if (isRole(direct)) await addMember(asSource("project", project, owner), user, direct);
      if (isRole(group)) await addMember(asSource("group", home, owner), user, group);
      if (isRole(team)) await addMember(asSource("group", friends, owner), user, team);
      if (isRole(link)) {
        await ok(owner.post(`/projects/${project.id}/share`, { group_id: friends.id, group_access: levels[link] }));
      }
      const { status: read } = await user.get(`/projects/${project.id}`);
      const { status: edit } = await user.put(`/projects/${project.id}`, { description: "New" });
      const { status: archive } = await user.post(`/projects/${project.id}/archive`);
      expect({ read, edit, archive }).toEqual({
        read: 200,
        edit: may === "read" ? 403 : 200,
        archive: may === "archive" ? 201 : 403,
      });
    },
  );
});
