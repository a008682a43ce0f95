// An access level on a project is worth the same, however a user gets it.
import { describe, expect, test } from "vitest";
import { type Actor, createUser, ok, root } from "../support/actors.ts";
import { joinGroup, joinProject, shareWith } from "../support/belonging.ts";
import { yesterday } from "../support/days.ts";
import { createGroup, createProject } from "../support/factories.ts";
import { inV4, type Verbs } from "../support/v4.ts";

/**
 * Calls that distinguish the levels of a private project: reading, forking, adding members, renaming. The two versions of
 * the API agree about all but forks: the second one is refused.
 */
async function rightsOf(user: Actor, project: { readonly id: number }) {
  const path = `/projects/${project.id}`;
  const alike = async (caller: Verbs) => {
    const newcomer = await createUser();
    return {
      read: (await caller.get(path)).status,
      addMember: (await caller.post(`${path}/members`, { user_id: newcomer.id, access_level: 10 })).status,
      rename: (await caller.put(path, { name: `Renamed ${user.id}` })).status,
    };
  };
  const rights = await alike(user);
  expect(await alike(inV4(user))).toEqual(rights);
  return { ...rights, fork: (await user.post(`/projects/fork/${project.id}`)).status };
}

const nothing = { read: 404, fork: 404, addMember: 404, rename: 404 };
const guest = { read: 200, fork: 409, addMember: 403, rename: 403 };
const reporter = { read: 200, fork: 201, addMember: 403, rename: 403 };
const master = { read: 200, fork: 201, addMember: 201, rename: 403 };
const rights = { guest, reporter, developer: reporter, master };

/** A private project of a group, and another group of the same owner. */
async function createGround() {
  const [owner, user] = await Promise.all([createUser(), createUser()]);
  const [group, other] = await Promise.all([createGroup(owner), createGroup(owner)]);
  const project = await createProject(owner, { namespace_id: group.id });
  return { owner, user, group, other, project };
}

describe.each(["guest", "reporter", "developer", "master"] as const)("a %s", (role) => {
  test("of the project", async () => {
    const { owner, user, project } = await createGround();
    await joinProject(owner, project, user, role);
    expect(await rightsOf(user, project)).toEqual(rights[role]);
  });

  test("of its group", async () => {
    const { owner, user, group, project } = await createGround();
    await joinGroup(owner, group, user, role);
    expect(await rightsOf(user, project)).toEqual(rights[role]);
  });

  test("of a group it is shared with", async () => {
    const { owner, user, other, project } = await createGround();
    await joinGroup(owner, other, user, role);
    await shareWith(owner, project, other, "master");
    expect(await rightsOf(user, project)).toEqual(rights[role]);
  });

  test("of a personal project", async () => {
    const [owner, user] = await Promise.all([createUser(), createUser()]);
    const project = await createProject(owner);
    await joinProject(owner, project, user, role);
    expect(await rightsOf(user, project)).toEqual(rights[role]);
  });

  test("who is external", async () => {
    const { owner, project } = await createGround();
    const user = await createUser({ external: true });
    await joinProject(owner, project, user, role);
    const { fork: _, ...others } = rights[role];
    expect(await rightsOf(user, project)).toMatchObject(others);
  });

  test("whose membership expired yesterday", async () => {
    const { owner, user, project } = await createGround();
    await joinProject(owner, project, user, role, { expires_at: yesterday() });
    expect(await rightsOf(user, project)).toEqual(nothing);
  });
});

test("the highest of several levels counts", async () => {
  const { owner, user, group, other, project } = await createGround();
  await joinProject(owner, project, user, "guest");
  await joinGroup(owner, group, user, "reporter");
  await joinGroup(owner, other, user, "master");
  await shareWith(owner, project, other, "master");
  expect(await rightsOf(user, project)).toEqual(master);
});

test("an expired level does not override one that is valid", async () => {
  const { owner, user, group, project } = await createGround();
  await joinProject(owner, project, user, "master", { expires_at: yesterday() });
  await joinGroup(owner, group, user, "guest");
  expect(await rightsOf(user, project)).toEqual(guest);
});

describe("a change takes effect at once:", () => {
  test("a new member has the rights of their level", async () => {
    const { owner, user, project } = await createGround();
    const before = await user.get(`/projects/${project.id}`);
    await joinProject(owner, project, user, "guest");
    expect([before, await user.get(`/projects/${project.id}`)]).toMatchObject([
      { status: 404, body: { message: "404 Project Not Found" } },
      { status: 200, body: { id: project.id } },
    ]);
  });

  test("a raised member has the rights of their new level", async () => {
    const { owner, user, project } = await createGround();
    await joinProject(owner, project, user, "guest");
    await ok(owner.put(`/projects/${project.id}/members/${user.id}`, { access_level: 40 }));
    expect(await rightsOf(user, project)).toEqual(master);
  });

  test.each(["project", "group"] as const)("a user removed from the %s has no rights", async (source) => {
    const { owner, user, group, project } = await createGround();
    if (source === "project") await joinProject(owner, project, user, "master");
    else await joinGroup(owner, group, user, "master");
    const place = source === "project" ? `/projects/${project.id}` : `/groups/${group.id}`;
    await ok(owner.delete(`${place}/members/${user.id}`));
    expect(await rightsOf(user, project)).toEqual(nothing);
  });

  test("a blocked member has no rights", async () => {
    const { owner, user, project } = await createGround();
    await joinProject(owner, project, user, "master");
    await ok(root.put(`/users/${user.id}/block`));
    expect(await user.get(`/projects/${project.id}`)).toMatchObject({
      status: 404,
      body: { message: "404 Project Not Found" },
    });
  });
});
