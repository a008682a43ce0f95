// GET /groups/owned: the groups somebody is an owner of.
import { expect, test } from "vitest";
import { anonymous, createAdmin, createUser, levels, ok } from "../../support/actors.ts";
import { createGroup } from "../../support/factories.ts";
import { listing } from "../../support/lists.ts";

test("a user is told of the groups they own, newest first", async () => {
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

test("an administrator is told of their own groups only", async () => {
  const [owner, admin] = await Promise.all([createUser(), createAdmin()]);
  await createGroup(owner);
  const own = await createGroup(admin);
  expect(await admin.get("/groups/owned")).toMatchObject(listing(own));
});

test("statistics are told to whoever asks", async () => {
  const owner = await createUser();
  const group = await createGroup(owner);
  const statistics = { storage_size: 0, repository_size: 0, lfs_objects_size: 0, build_artifacts_size: 0 };
  expect(await owner.get("/groups/owned", { statistics: true })).toMatchObject({
    status: 200,
    body: [{ id: group.id, statistics }],
  });
});

test("the groups have the shape of GET /groups", async () => {
  const owner = await createUser();
  await createGroup(owner);
  const [owned, all] = await Promise.all([owner.get("/groups/owned"), owner.get("/groups")]);
  expect({ status: owned.status, body: owned.body }).toEqual({ status: 200, body: all.body });
});

test("the list is paged", async () => {
  const owner = await createUser();
  const [first, second, third] = [await createGroup(owner), await createGroup(owner), await createGroup(owner)];
  const answer = await owner.get("/groups/owned", { per_page: 2 });
  expect(answer).toMatchObject(listing(third, second));
  expect(await owner.get("/groups/owned", { per_page: 2, page: 2 })).toMatchObject(listing(first));
  expect(answer.headers.get("x-total")).toBe("3");
});

test("without credentials it is 401", async () => {
  expect(await anonymous.get("/groups/owned")).toMatchObject({ status: 401, body: { message: "401 Unauthorized" } });
});
