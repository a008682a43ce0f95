// POST /projects/:id/share and DELETE /projects/:id/share/:group_id
import { describe, expect, test } from "vitest";
import { type Actor, anonymous, createUser, ok } from "../../../support/actors.ts";
import { joinGroup, shareWith } from "../../../support/belonging.ts";
import { today, tomorrow, yesterday } from "../../../support/days.ts";
import { createCast, createGroup, createProject } from "../../../support/factories.ts";

/** A private project, and a group it can be shared with. */
async function createBoth() {
  const owner = await createUser();
  const [project, group] = await Promise.all([createProject(owner), createGroup(owner)]);
  return { owner, project, group };
}

describe("sharing", () => {
  test("answers the share", async () => {
    const { owner, project, group } = await createBoth();
    const given = { group_id: group.id, group_access: 30, expires_at: "2999-12-31" };
    const { status, body } = await owner.post(`/projects/${project.id}/share`, given);
    expect({ status, body }).toEqual({
      status: 201,
      body: { id: expect.any(Number), project_id: project.id, ...given },
    });
  });

  test.each([undefined, null, ""])("with %j as expires_at does not expire", async (expires_at) => {
    const { owner, project, group } = await createBoth();
    const given = { group_id: group.id, group_access: 10, expires_at };
    expect(await owner.post(`/projects/${project.id}/share`, given)).toMatchObject({
      status: 201,
      body: { expires_at: null },
    });
  });

  test("is shown in the project and in the group", async () => {
    const { owner, project, group } = await createBoth();
    await shareWith(owner, project, group, "developer");
    expect([await owner.get(`/projects/${project.id}`), await owner.get(`/groups/${group.id}`)]).toMatchObject([
      {
        status: 200,
        body: { shared_with_groups: [{ group_id: group.id, group_name: group.name, group_access_level: 30 }] },
      },
      { status: 200, body: { projects: [], shared_projects: [{ id: project.id }] } },
    ]);
  });

  test.each([
    [{}, "group_id is missing, group_access is missing, group_access does not have a valid value"],
    [{ group_access: 30 }, "group_id is missing"],
    [{ group_id: 1 }, "group_access is missing, group_access does not have a valid value"],
    [{ group_id: 1, group_access: 50 }, "group_access does not have a valid value"],
    [{ group_id: 1, group_access: 0 }, "group_access does not have a valid value"],
    [{ group_id: 1, group_access: "developer" }, "group_access is invalid, group_access does not have a valid value"],
    [{ group_id: "foo", group_access: 30 }, "group_id is invalid"],
    [{ group_id: 1, group_access: 30, expires_at: "soon" }, "expires_at is invalid"],
    [{ group_id: 1, group_access: 30, expires_at: "2017-02-30" }, "expires_at is invalid"],
  ])("with %j is 400", async (given, error) => {
    const { owner, project } = await createBoth();
    expect(await owner.post(`/projects/${project.id}/share`, given)).toMatchObject({ status: 400, body: { error } });
  });

  test.each([
    ["that does not exist", async () => 999_999_999],
    ["that is a user's namespace", async (owner: Actor) => (await createProject(owner)).namespace.id],
    ["that is invisible", async () => (await createGroup(await createUser(), { visibility_level: 0 })).id],
  ])("with a group %s is 404", async (_which, idOf) => {
    const { owner, project } = await createBoth();
    const given = { group_id: await idOf(owner), group_access: 30 };
    expect(await owner.post(`/projects/${project.id}/share`, given)).toMatchObject({
      status: 404,
      body: { message: "404 Group Not Found" },
    });
  });

  test("with a visible group works without membership", async () => {
    const { owner, project } = await createBoth();
    const group = await createGroup(await createUser());
    expect(await owner.post(`/projects/${project.id}/share`, { group_id: group.id, group_access: 30 })).toMatchObject({
      status: 201,
      body: { group_id: group.id },
    });
  });

  test("twice with one group is 409, and the first share is unchanged", async () => {
    const { owner, project, group } = await createBoth();
    await shareWith(owner, project, group, "guest");
    const again = await owner.post(`/projects/${project.id}/share`, { group_id: group.id, group_access: 40 });
    expect([again, await owner.get(`/projects/${project.id}`)]).toMatchObject([
      { status: 409, body: { message: "Group already shared with this group" } },
      { status: 200, body: { shared_with_groups: [{ group_access_level: 10 }] } },
    ]);
  });

  test("with the project's own group is 409", async () => {
    const owner = await createUser();
    const group = await createGroup(owner);
    const project = await createProject(owner, { namespace_id: group.id });
    expect(await owner.post(`/projects/${project.id}/share`, { group_id: group.id, group_access: 30 })).toMatchObject({
      status: 409,
      body: { message: "Project cannot be shared with the group it is in or one of its ancestors." },
    });
  });
});

describe("the level through a share is the lower one of the share and of the membership in the group", () => {
  // Calls that distinguish levels: reading needs a guest, forking a private project a reporter, changing it a master.
  test.each([
    ["guest", "master", { read: 200, fork: 409, change: 403 }],
    ["reporter", "master", { read: 200, fork: 201, change: 403 }],
    ["developer", "master", { read: 200, fork: 201, change: 403 }],
    ["master", "master", { read: 200, fork: 201, change: 200 }],
    ["owner", "master", { read: 200, fork: 201, change: 200 }],
    ["master", "developer", { read: 200, fork: 201, change: 403 }],
    ["master", "reporter", { read: 200, fork: 201, change: 403 }],
    ["owner", "guest", { read: 200, fork: 409, change: 403 }],
  ] as const)("%s of a group with %s", async (role, share, expected) => {
    const { owner, project, group } = await createBoth();
    const user = await createUser();
    await joinGroup(owner, group, user, role);
    await shareWith(owner, project, group, share);
    const statuses = {
      read: (await user.get(`/projects/${project.id}`)).status,
      fork: (await user.post(`/projects/fork/${project.id}`)).status,
      change: (await user.put(`/projects/${project.id}`, { description: "changed" })).status,
    };
    expect(statuses).toEqual(expected);
  });

  test("and never owner", async () => {
    const { project, owner } = await createBoth();
    const user = await createUser();
    const group = await createGroup(user);
    await shareWith(owner, project, group, "master");
    expect(await user.delete(`/projects/${project.id}`)).toMatchObject({
      status: 403,
      body: { message: "403 Forbidden" },
    });
  });

  test("and the highest of several shares", async () => {
    const { owner, project, group } = await createBoth();
    const user = await createUser();
    const other = await createGroup(owner);
    await joinGroup(owner, group, user, "master");
    await joinGroup(owner, other, user, "owner");
    await shareWith(owner, project, group, "guest");
    await shareWith(owner, project, other, "master");
    expect(await user.put(`/projects/${project.id}`, { description: "x" })).toMatchObject({
      status: 200,
      body: { description: "x" },
    });
  });
});

describe("a share ends", () => {
  test.each([
    ["not on its expiry date", today, 200],
    ["not before", tomorrow, 200],
    ["the day after", yesterday, 404],
  ])("%s", async (_when, day, status) => {
    const { owner, project, group } = await createBoth();
    const user = await createUser();
    await joinGroup(owner, group, user, "developer");
    await shareWith(owner, project, group, "developer", { expires_at: day() });
    expect(await user.get(`/projects/${project.id}`)).toMatchObject({
      status,
      body: status === 200 ? { id: project.id } : { message: "404 Project Not Found" },
    });
  });

  test("at once when it is removed", async () => {
    const { owner, project, group } = await createBoth();
    const user = await createUser();
    await joinGroup(owner, group, user, "developer");
    await shareWith(owner, project, group, "developer");
    const taken = await owner.delete(`/projects/${project.id}/share/${group.id}`);
    expect([
      taken,
      await user.get(`/projects/${project.id}`),
      await owner.get(`/projects/${project.id}`),
    ]).toMatchObject([
      { status: 204, text: "" },
      { status: 404, body: { message: "404 Project Not Found" } },
      { status: 200, body: { shared_with_groups: [] } },
    ]);
  });

  test("when the group is deleted", async () => {
    const { owner, project, group } = await createBoth();
    await shareWith(owner, project, group, "developer");
    await ok(owner.delete(`/groups/${group.id}`));
    expect(await owner.get(`/projects/${project.id}`)).toMatchObject({ status: 200, body: { shared_with_groups: [] } });
  });

  test("and can be created again", async () => {
    const { owner, project, group } = await createBoth();
    await shareWith(owner, project, group, "developer");
    await ok(owner.delete(`/projects/${project.id}/share/${group.id}`));
    const again = { group_id: group.id, group_access: 20 };
    expect(await owner.post(`/projects/${project.id}/share`, again)).toMatchObject({ status: 201, body: again });
  });
});

describe("removing a share", () => {
  test("that does not exist is 404", async () => {
    const { owner, project, group } = await createBoth();
    expect(await owner.delete(`/projects/${project.id}/share/${group.id}`)).toMatchObject({
      status: 404,
      body: { message: "404 Group Link Not Found" },
    });
  });

  test("of a group id that is not a number is 400", async () => {
    const { owner, project } = await createBoth();
    expect(await owner.delete(`/projects/${project.id}/share/foo`)).toMatchObject({
      status: 400,
      body: { error: "group_id is invalid" },
    });
  });

  test("is allowed to masters", async () => {
    const { cast, project } = await createCast();
    const group = await createGroup(cast.owner);
    await shareWith(cast.owner, project, group, "guest");
    const refused = await cast.developer.delete(`/projects/${project.id}/share/${group.id}`);
    expect([refused, await cast.master.delete(`/projects/${project.id}/share/${group.id}`)]).toMatchObject([
      { status: 403, body: { message: "403 Forbidden" } },
      { status: 204, text: "" },
    ]);
  });

  test("is refused for anonymous callers", async () => {
    const { project, group } = await createBoth();
    expect(await anonymous.delete(`/projects/${project.id}/share/${group.id}`)).toMatchObject({
      status: 401,
      body: { message: "401 Unauthorized" },
    });
  });
});
