// POST /groups/:id/members and POST /projects/:id/members
import { describe, expect, test } from "vitest";
import { createAdmin, createUser, levels, ok } from "../../../support/actors.ts";
import { baseUrl } from "../../../support/api.ts";
import { tomorrow, yesterday } from "../../../support/days.ts";
import { createGroup, createProject } from "../../../support/factories.ts";
import { listing } from "../../../support/lists.ts";
import { addMember, createSource, sourceKinds } from "../../../support/member-sources.ts";

const forbidden = { status: 403, body: { message: "403 Forbidden" } };
const unknownLevel = { status: 422, body: { message: "Access level is not known" } };

describe.for(sourceKinds)("a new member of a %s", (kind) => {
  test("is answered in the shape of members", async () => {
    const [source, user] = await Promise.all([createSource(kind), createUser({ name: "Mem Ber" })]);
    const { status, body } = await source.manager.post(`${source.path}/members`, {
      user_id: user.id,
      access_level: levels.developer,
    });
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        name: "Mem Ber",
        username: user.username,
        id: user.id,
        state: "active",
        avatar_url: null,
        web_url: `${baseUrl}/${user.username}`,
        access_level: levels.developer,
        expires_at: null,
      },
    });
  });

  test.for([10, 20, 30, 40])("can have level %i", async (access_level) => {
    const [source, user] = await Promise.all([createSource(kind), createUser()]);
    expect(await source.manager.post(`${source.path}/members`, { user_id: user.id, access_level })).toMatchObject({
      status: 201,
      body: { id: user.id, access_level },
    });
  });

  test.for([0, 5, 15, 45, 51, 60, -10, 2 ** 40])("cannot have level %i", async (access_level) => {
    const [source, user] = await Promise.all([createSource(kind), createUser()]);
    expect(await source.manager.post(`${source.path}/members`, { user_id: user.id, access_level })).toMatchObject(
      unknownLevel,
    );
    expect(await source.manager.get(`${source.path}/members`)).toMatchObject(listing(source.manager));
  });

  test("has the given expiry date", async () => {
    const [source, user] = await Promise.all([createSource(kind), createUser()]);
    const expires_at = tomorrow();
    await addMember(source, user, "guest", { expires_at });
    expect(await source.manager.get(`${source.path}/members/${user.id}`)).toMatchObject({
      status: 200,
      body: { expires_at },
    });
  });

  test("with an empty expiry date never expires", async () => {
    const [source, user] = await Promise.all([createSource(kind), createUser()]);
    expect(await addMember(source, user, "guest", { expires_at: "" })).toMatchObject({ expires_at: null });
  });

  test.for([
    [{}, "user_id is missing, access_level is missing"],
    [{ user_id: 1 }, "access_level is missing"],
    [{ access_level: 10 }, "user_id is missing"],
    [{ user_id: "me", access_level: "guest" }, "user_id is invalid, access_level is invalid"],
    [{ user_id: 1, access_level: 10, expires_at: "soon" }, "expires_at is invalid"],
    [{ user_id: 1, access_level: 10, expires_at: "2030-02-30" }, "expires_at is invalid"],
  ] as const)("needs valid parameters: %j", async ([body, error]) => {
    const source = await createSource(kind);
    expect(await source.manager.post(`${source.path}/members`, body)).toMatchObject({ status: 400, body: { error } });
  });

  test("must be an existing user", async () => {
    const source = await createSource(kind);
    expect(
      await source.manager.post(`${source.path}/members`, { user_id: 999_999_999, access_level: levels.guest }),
    ).toMatchObject({ status: 400, body: { message: { user: ["can't be blank"] } } });
  });

  test("is added once by twenty concurrent calls", async () => {
    const source = await createSource(kind);
    const user = await createUser();
    const attributes = { user_id: user.id, access_level: levels.guest };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => source.manager.post(`${source.path}/members`, attributes)),
    );
    const expected = kind === "group" ? [201, ...Array(19).fill(409)] : Array(20).fill(201);
    expect(answers.map(({ status }) => status).sort()).toEqual(expected);
    expect(await source.manager.get(`${source.path}/members`)).toMatchObject(listing(source.manager, user));
  });

  test("can be added by an administrator who is not a member", async () => {
    const [source, admin, user] = await Promise.all([createSource(kind), createAdmin(), createUser()]);
    expect(await admin.post(`${source.path}/members`, { user_id: user.id, access_level: levels.guest })).toMatchObject({
      status: 201,
      body: { id: user.id },
    });
  });

  test("cannot be added by somebody who can only read it", async () => {
    const [source, user] = await Promise.all([createSource(kind), createUser()]);
    await addMember(source, user, "developer");
    expect(await user.post(`${source.path}/members`, { user_id: 1, access_level: levels.guest })).toMatchObject(
      forbidden,
    );
  });

  test("cannot be oneself", async () => {
    const [source, user] = await Promise.all([createSource(kind, { visibility_level: 20 }), createUser()]);
    expect(await user.post(`${source.path}/members`, { user_id: user.id, access_level: levels.guest })).toMatchObject(
      forbidden,
    );
  });

  test("cannot be added to something invisible", async () => {
    const [source, user] = await Promise.all([createSource(kind), createUser()]);
    expect(await user.post(`${source.path}/members`, { user_id: user.id, access_level: levels.guest })).toMatchObject({
      status: 404,
      body: { message: `404 ${kind === "group" ? "Group" : "Project"} Not Found` },
    });
  });

  test("can be an external user, who then sees internal content", async () => {
    const [source, user] = await Promise.all([
      createSource(kind, { visibility_level: 10 }),
      createUser({ external: true }),
    ]);
    await addMember(source, user, "guest");
    expect(await user.get(source.path)).toMatchObject({ status: 200, body: { id: source.id } });
  });
});

describe("by level,", () => {
  test("an owner of a group can add another", async () => {
    const [source, user] = await Promise.all([createSource("group"), createUser()]);
    expect(
      await source.manager.post(`${source.path}/members`, { user_id: user.id, access_level: levels.owner }),
    ).toMatchObject({ status: 201, body: { access_level: levels.owner } });
  });

  test("a project can have no owners among its members", async () => {
    const [source, user] = await Promise.all([createSource("project"), createUser()]);
    expect(
      await source.manager.post(`${source.path}/members`, { user_id: user.id, access_level: levels.owner }),
    ).toMatchObject(unknownLevel);
  });

  test("a master can manage the members of a project", async () => {
    const [source, master, user] = await Promise.all([createSource("project"), createUser(), createUser()]);
    await addMember(source, master, "master");
    expect(
      await master.post(`${source.path}/members`, { user_id: user.id, access_level: levels.master }),
    ).toMatchObject({ status: 201, body: { id: user.id, access_level: levels.master } });
  });

  test("a master cannot manage the members of a group", async () => {
    const [source, master, user] = await Promise.all([createSource("group"), createUser(), createUser()]);
    await addMember(source, master, "master");
    expect(await master.post(`${source.path}/members`, { user_id: user.id, access_level: levels.guest })).toMatchObject(
      forbidden,
    );
  });

  test.for([
    ["group", "master"],
    ["share", "master"],
  ])("a master through a %s can manage the members of a project", async ([way]) => {
    const [owner, master, user] = await Promise.all([createUser(), createUser(), createUser()]);
    const group = await createGroup(owner);
    const project = await createProject(owner, way === "group" ? { namespace_id: group.id } : {});
    await ok(owner.post(`/groups/${group.id}/members`, { user_id: master.id, access_level: levels.master }));
    if (way === "share") {
      await ok(owner.post(`/projects/${project.id}/share`, { group_id: group.id, group_access: levels.master }));
    }
    expect(
      await master.post(`/projects/${project.id}/members`, { user_id: user.id, access_level: levels.guest }),
    ).toMatchObject({ status: 201, body: { id: user.id } });
  });
});

describe("an existing member", () => {
  test("of a group is a conflict, and unchanged", async () => {
    const [source, user] = await Promise.all([createSource("group"), createUser()]);
    await addMember(source, user, "guest");
    expect(
      await source.manager.post(`${source.path}/members`, { user_id: user.id, access_level: levels.master }),
    ).toMatchObject({ status: 409, body: { message: "Member already exists" } });
    expect(await source.manager.get(`${source.path}/members/${user.id}`)).toMatchObject({
      status: 200,
      body: { access_level: levels.guest },
    });
  });

  test("of a project is answered, and unchanged", async () => {
    const [source, user] = await Promise.all([createSource("project"), createUser()]);
    await addMember(source, user, "guest");
    expect(
      await source.manager.post(`${source.path}/members`, {
        user_id: user.id,
        access_level: levels.master,
        expires_at: yesterday(),
      }),
    ).toMatchObject({ status: 201, body: { id: user.id, access_level: levels.guest, expires_at: null } });
    expect(await source.manager.get(`${source.path}/members/${user.id}`)).toMatchObject({
      status: 200,
      body: { access_level: levels.guest, expires_at: null },
    });
  });

  test.for([
    ["group", 409],
    ["project", 201],
  ] as const)("of a %s is reported before an invalid level: %i", async ([kind, status]) => {
    const [source, user] = await Promise.all([createSource(kind), createUser()]);
    await addMember(source, user, "guest");
    const body = kind === "group" ? { message: "Member already exists" } : { id: user.id, access_level: levels.guest };
    expect(await source.manager.post(`${source.path}/members`, { user_id: user.id, access_level: 99 })).toMatchObject({
      status,
      body,
    });
  });
});
