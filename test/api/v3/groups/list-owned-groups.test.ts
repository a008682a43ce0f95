// GET /groups/owned: the groups of which the user is an owner.
import { describe, expect, test } from "vitest";
import { type Actor, anonymous, createAdmin, createUser, levels, ok, root } from "../../../support/actors.ts";
import { createGroup, createProject, type Project } from "../../../support/factories.ts";
import { seedRepository, WorkingFolder } from "../../../support/git.ts";
import { listing } from "../../../support/lists.ts";
import { noise } from "../../../support/noise.ts";

test("the list has the groups the user owns, newest first", async () => {
  const owner = await createUser();
  const [older, newer] = [await createGroup(owner), await createGroup(owner)];
  expect(await owner.get("/groups/owned")).toMatchObject(listing(newer, older));
});

test.for([
  ["guest", []],
  ["reporter", []],
  ["developer", []],
  ["master", []],
  ["owner", ["the group"]],
] as const)("a %s of a group owns %j", async ([role, expected]) => {
  const [owner, member] = await Promise.all([createUser(), createUser()]);
  const group = await createGroup(owner);
  await ok(owner.post(`/groups/${group.id}/members`, { user_id: member.id, access_level: levels[role] }));
  expect(await member.get("/groups/owned")).toMatchObject(listing(...expected.map(() => group)));
});

test("an administrator gets only their own groups", async () => {
  const [owner, admin] = await Promise.all([createUser(), createAdmin()]);
  await createGroup(owner);
  const own = await createGroup(admin);
  expect(await admin.get("/groups/owned")).toMatchObject(listing(own));
});

test("statistics are shown to every user who requests them", async () => {
  const owner = await createUser();
  const group = await createGroup(owner);
  const statistics = { storage_size: 0, repository_size: 0, lfs_objects_size: 0, build_artifacts_size: 0 };
  expect(await owner.get("/groups/owned", { statistics: true })).toMatchObject({
    status: 200,
    body: [{ id: group.id, statistics }],
  });
});

describe("the size of a group's repositories", () => {
  const sizesOf = async (owner: Actor): Promise<Record<string, number>> => {
    const groups = await ok(owner.get("/groups/owned", { statistics: true }));
    return Object.fromEntries(
      groups.map(({ path, statistics }: { path: string; statistics: { storage_size: number } }) => [
        path,
        statistics.storage_size,
      ]),
    );
  };

  const sizeOf = async (owner: Actor, project: Project): Promise<number> => {
    const projects = await ok(owner.get("/projects/owned", { statistics: true }));
    return projects.find(({ id }: Project) => id === project.id).statistics.repository_size;
  };

  async function createTwo() {
    const owner = await createUser();
    const group = await createGroup(owner);
    const make = async () => {
      const project = await createProject(owner, { namespace_id: group.id });
      await seedRepository(owner, project, { a: "1" });
      return project;
    };
    return { owner, group, first: await make(), second: await make() };
  }

  test("is the sum over its projects, and follows each push", async () => {
    const { owner, group, first, second } = await createTwo();
    using folder = await WorkingFolder.copy(owner, first);
    await folder.commit({ large: noise("large", 200_000) });
    await folder.deliver();
    const sum = (await sizeOf(owner, first)) + (await sizeOf(owner, second));
    expect([sum > 200_000, await sizesOf(owner)]).toEqual([true, { [group.path]: sum }]);
  });

  test("follows a project that moves to another group", async () => {
    const { owner, group, first, second } = await createTwo();
    const other = await createGroup(owner);
    await ok(root.post(`/groups/${other.id}/projects/${first.id}`));
    expect(await sizesOf(owner)).toEqual({
      [group.path]: await sizeOf(owner, second),
      [other.path]: await sizeOf(owner, first),
    });
  });

  test("shrinks when a project is deleted", async () => {
    const { owner, group, first, second } = await createTwo();
    await ok(owner.delete(`/projects/${first.id}`));
    expect(await sizesOf(owner)).toEqual({ [group.path]: await sizeOf(owner, second) });
  });
});

test("the groups have the shape of GET /groups", async () => {
  const owner = await createUser();
  await createGroup(owner);
  const [owned, all] = await Promise.all([owner.get("/groups/owned"), owner.get("/groups")]);
  expect({ status: owned.status, body: owned.body }).toEqual({ status: 200, body: all.body });
});

test("the list is paginated", async () => {
  const owner = await createUser();
  const [first, second, third] = [await createGroup(owner), await createGroup(owner), await createGroup(owner)];
  const answer = await owner.get("/groups/owned", { per_page: 2 });
  expect(answer).toMatchObject(listing(third, second));
  expect(await owner.get("/groups/owned", { per_page: 2, page: 2 })).toMatchObject(listing(first));
  expect(answer.headers.get("x-total")).toBe("3");
});

test("the list is 401 without credentials", async () => {
  expect(await anonymous.get("/groups/owned")).toMatchObject({ status: 401, body: { message: "401 Unauthorized" } });
});
