// GET /namespaces
import { expect, test } from "vitest";
import { anonymous, createAdmin, createUser, levels, ok, root, unique } from "../../../support/actors.ts";
import { yesterday } from "../../../support/days.ts";
import { createGroup, createProject } from "../../../support/factories.ts";

test("a user's own namespace is listed", async () => {
  const user = await createUser();
  const { status, body } = await user.get("/namespaces");
  expect({ status, body }).toEqual({
    status: 200,
    body: [
      { id: expect.any(Number), name: user.username, path: user.username, kind: "user", full_path: user.username },
    ],
  });
});

test("a project can be created with a namespace's id", async () => {
  const user = await createUser();
  const [{ id }] = await ok(user.get("/namespaces"));
  expect(await user.post("/projects", { name: unique("project"), namespace_id: id })).toMatchObject({
    status: 201,
    body: { namespace: { id, path: user.username, owner_id: user.id } },
  });
});

test("a group's namespace has the id of the group", async () => {
  const user = await createUser();
  const group = await createGroup(user, { name: unique("Named") });
  expect(await user.get("/namespaces", { search: group.path })).toMatchObject({
    status: 200,
    body: [{ id: group.id, name: group.name, path: group.path, kind: "group", full_path: group.path }],
  });
});

test("users and groups never share an id", async () => {
  const user = await createUser();
  const group = await createGroup(user);
  const project = await createProject(user, { namespace_id: group.id });
  const [own, ofGroup] = await ok(user.get("/namespaces"));
  expect([new Set([own.id, ofGroup.id]).size, ofGroup.id, project.namespace.id]).toEqual([2, group.id, group.id]);
});

test.each(["guest", "master"] as const)("a %s's groups are listed", async (role) => {
  const [user, owner] = [await createUser(), await createUser()];
  const group = await createGroup(owner);
  await ok(owner.post(`/groups/${group.id}/members`, { user_id: user.id, access_level: levels[role] }));
  expect(await user.get("/namespaces")).toMatchObject({
    status: 200,
    body: [{ path: user.username }, { id: group.id }],
  });
});

test("a group is not listed after the membership has expired", async () => {
  const [user, owner] = [await createUser(), await createUser()];
  const group = await createGroup(owner);
  const membership = { user_id: user.id, access_level: levels.master, expires_at: yesterday() };
  await ok(owner.post(`/groups/${group.id}/members`, membership));
  expect(await user.get("/namespaces")).toMatchObject({ status: 200, body: [{ path: user.username }] });
});

test.each([0, 10, 20])("others' namespaces of visibility %i are not listed", async (visibility_level) => {
  const [user, owner] = [await createUser(), await createUser()];
  const group = await createGroup(owner, { visibility_level });
  expect(await user.get("/namespaces", { search: group.path })).toMatchObject({ status: 200, body: [] });
});

test("an administrator sees all groups", async () => {
  const group = await createGroup(await createUser(), { visibility_level: 0 });
  expect(await (await createAdmin()).get("/namespaces", { search: group.path })).toMatchObject({
    status: 200,
    body: [{ id: group.id, kind: "group" }],
  });
});

test("an administrator sees all users' namespaces", async () => {
  const { username } = await createUser();
  expect(await (await createAdmin()).get("/namespaces", { search: username })).toMatchObject({
    status: 200,
    body: [{ path: username, kind: "user" }],
  });
});

test("an administrator sees a group they are a member of once", async () => {
  const [admin, owner] = [await createAdmin(), await createUser()];
  const group = await createGroup(owner);
  await ok(owner.post(`/groups/${group.id}/members`, { user_id: admin.id, access_level: levels.owner }));
  expect(await admin.get("/namespaces", { search: group.path })).toMatchObject({
    status: 200,
    body: [{ id: group.id }],
  });
});

test.each<[string, (group: { name: string; path: string }) => string]>([
  ["part of the name", ({ name }) => name.slice(1)],
  ["part of the path", ({ path }) => path.slice(1)],
  ["the name in another case", ({ name }) => name.toUpperCase()],
])("search finds a namespace by %s", async (_name, search) => {
  const user = await createUser();
  const group = await createGroup(user, { name: unique("Called") });
  await createGroup(user);
  expect(await user.get("/namespaces", { search: search(group) })).toMatchObject({
    status: 200,
    body: [{ id: group.id }],
  });
});

test.each(["%", "_", "\\", "'"])("search matches %s literally", async (search) => {
  const user = await createUser();
  expect(await user.get("/namespaces", { search })).toMatchObject({ status: 200, body: [] });
});

test.each(["", "  "])("a blank search (%j) is ignored", async (search) => {
  const user = await createUser();
  expect(await user.get("/namespaces", { search })).toMatchObject({ status: 200, body: [{ path: user.username }] });
});

test("a list is paginated", async () => {
  const user = await createUser();
  const group = await createGroup(user);
  const answer = await user.get("/namespaces", { per_page: 1, page: 2 });
  expect([answer.status, answer.body, answer.headers.get("x-total")]).toMatchObject([200, [{ id: group.id }], "2"]);
});

test("an administrator's list is paginated", async () => {
  const [first, second] = await Promise.all([
    root.get("/namespaces", { per_page: 1 }),
    root.get("/namespaces", { per_page: 1, page: 2 }),
  ]);
  expect([first.status, first.body, second.status, second.body[0].id === first.body[0].id]).toMatchObject([
    200,
    [{ path: "root", kind: "user" }],
    200,
    false,
  ]);
});

test("anonymous callers get 401", async () => {
  expect(await anonymous.get("/namespaces")).toMatchObject({ status: 401, body: { message: "401 Unauthorized" } });
});
