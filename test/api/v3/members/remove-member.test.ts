// DELETE /groups/:id/members/:user_id and DELETE /projects/:id/members/:user_id
import { describe, expect, test } from "vitest";
import { createAdmin, createUser, levels, ok } from "../../../support/actors.ts";
import { createGroup, createProject } from "../../../support/factories.ts";
import { listing } from "../../../support/lists.ts";
import { addMember, createSource, sourceKinds } from "../../../support/member-sources.ts";

const forbidden = { status: 403, body: { message: "403 Forbidden" } };

describe.for(sourceKinds)("a member of a %s", (kind) => {
  test("is removed by a manager of its members, and answered", async () => {
    const [source, user] = await Promise.all([createSource(kind), createUser()]);
    const member = await addMember(source, user, "developer");
    const { status, body } = await source.manager.delete(`${source.path}/members/${user.id}`);
    expect({ status, body }).toEqual({ status: 200, body: member });
    expect(await source.manager.get(`${source.path}/members`)).toMatchObject(listing(source.manager));
  });

  test.for(["guest", "reporter", "developer", "master"] as const)("can leave, as a %s", async (role) => {
    const [source, user] = await Promise.all([createSource(kind), createUser()]);
    const member = await addMember(source, user, role);
    expect(await user.delete(`${source.path}/members/${user.id}`)).toMatchObject({ status: 200, body: member });
    expect(await user.get(source.path)).toMatchObject({ status: 404 });
  });

  test.for(["guest", "reporter", "developer"] as const)("cannot be removed by a %s", async (role) => {
    const [source, user, other] = await Promise.all([createSource(kind), createUser(), createUser()]);
    await addMember(source, user, role);
    await addMember(source, other, "guest");
    expect(await user.delete(`${source.path}/members/${other.id}`)).toMatchObject(forbidden);
    expect(await source.manager.get(`${source.path}/members/${other.id}`)).toMatchObject({ status: 200 });
  });

  test("cannot be removed or detected by a reader who is not a member", async () => {
    const [source, outsider] = await Promise.all([createSource(kind, { visibility_level: 20 }), createUser()]);
    expect(await outsider.delete(`${source.path}/members/${source.manager.id}`)).toMatchObject(forbidden);
    expect(await outsider.delete(`${source.path}/members/999999999`)).toMatchObject(forbidden);
  });

  test("cannot be removed by somebody who cannot see it", async () => {
    const [source, outsider] = await Promise.all([createSource(kind), createUser()]);
    expect(await outsider.delete(`${source.path}/members/${source.manager.id}`)).toMatchObject({
      status: 404,
      body: { message: `404 ${kind === "group" ? "Group" : "Project"} Not Found` },
    });
  });

  test("can be removed by administrators", async () => {
    const [source, admin, user] = await Promise.all([createSource(kind), createAdmin(), createUser()]);
    const member = await addMember(source, user, "guest");
    expect(await admin.delete(`${source.path}/members/${user.id}`)).toMatchObject({ status: 200, body: member });
  });

  test("can be added again", async () => {
    const [source, user] = await Promise.all([createSource(kind), createUser()]);
    await addMember(source, user, "master");
    await ok(source.manager.delete(`${source.path}/members/${user.id}`));
    expect(
      await source.manager.post(`${source.path}/members`, { user_id: user.id, access_level: levels.guest }),
    ).toMatchObject({ status: 201, body: { access_level: levels.guest } });
  });
});

describe("a user who is no member", () => {
  const gone = {
    group: (id: number) => ({ status: 404, body: { message: `404 Member: user_id:${id} Not Found` } }),
    project: (id: number) => ({ status: 200, body: { message: "Access revoked", id } }),
  };

  test.for(sourceKinds)("of a %s gets an error that names the kind of source", async (kind) => {
    const [source, user] = await Promise.all([createSource(kind), createUser()]);
    expect(await source.manager.delete(`${source.path}/members/${user.id}`)).toMatchObject(gone[kind](user.id));
    expect(await source.manager.delete(`${source.path}/members/999999999`)).toMatchObject(gone[kind](999_999_999));
  });

  test.for(sourceKinds)("of a %s cannot leave it", async (kind) => {
    const [source, user] = await Promise.all([createSource(kind, { visibility_level: 20 }), createUser()]);
    expect(await user.delete(`${source.path}/members/${user.id}`)).toMatchObject(gone[kind](user.id));
  });

  test("of a project, but of its group, stays a member of the group", async () => {
    const owner = await createUser();
    const project = await createProject(owner, { namespace_id: (await createGroup(owner)).id });
    expect(await owner.delete(`/projects/${project.id}/members/${owner.id}`)).toMatchObject(gone.project(owner.id));
    expect(await owner.get(`/projects/${project.id}`)).toMatchObject({ status: 200 });
  });
});

describe("a master", () => {
  test("can remove the other members of a project", async () => {
    const [source, master, other] = await Promise.all([createSource("project"), createUser(), createUser()]);
    await addMember(source, master, "master");
    await addMember(source, other, "master");
    expect(await master.delete(`${source.path}/members/${other.id}`)).toMatchObject({
      status: 200,
      body: { id: other.id },
    });
  });

  test("cannot remove the other members of a group", async () => {
    const [source, master, other] = await Promise.all([createSource("group"), createUser(), createUser()]);
    await addMember(source, master, "master");
    await addMember(source, other, "guest");
    expect(await master.delete(`${source.path}/members/${other.id}`)).toMatchObject(forbidden);
  });
});

describe("the owner of a personal project", () => {
  test.for(["themself", "a master", "an administrator"] as const)("cannot be removed by %s", async (by) => {
    const source = await createSource("project");
    const [master, admin] = await Promise.all([createUser(), createAdmin()]);
    await addMember(source, master, "master");
    const remover = { themself: source.manager, "a master": master, "an administrator": admin }[by];
    expect(await remover.delete(`${source.path}/members/${source.manager.id}`)).toMatchObject(forbidden);
    expect(await source.manager.get(`${source.path}/members`)).toMatchObject(listing(source.manager, master));
  });
});
