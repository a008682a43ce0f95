// `:id` in a path: a number or a full path, and only of something the caller can see.
import { expect, test } from "vitest";
import { type Actor, createUser, ok, root, unique } from "../support/actors.ts";
import { createGroup, createProject } from "../support/factories.ts";

const groupNotFound = { status: 404, body: { message: "404 Group Not Found" } };
const projectNotFound = { status: 404, body: { message: "404 Project Not Found" } };
const unknownRoute = { status: 404, body: { error: "404 Not Found" } };

/** An unused id, as text. */
const digits = () => `9${Date.now()}${Math.floor(Math.random() * 1e6)}`;

test.each<[string, (group: { id: number; path: string }) => string]>([
  ["its id", ({ id }) => String(id)],
  ["its id with leading zeros", ({ id }) => `00${id}`],
  ["its path", ({ path }) => path],
  ["its path in another case", ({ path }) => path.toUpperCase()],
  ["its path, encoded", ({ path }) => path.replace("-", "%2D")],
])("a group is found by %s", async (_name, key) => {
  const user = await createUser();
  const group = await createGroup(user);
  expect(await user.get(`/groups/${key(group)}`)).toMatchObject({ status: 200, body: { id: group.id } });
});

test.each<[string, (id: number) => string]>([
  ["an exponent", (id) => `${id}e0`],
  ["a minus sign", (id) => `-${id}`],
  ["a plus sign", (id) => `+${id}`],
  ["a fraction", (id) => `${id}.0`],
  ["a space", (id) => `${id}%20`],
])("an id with %s is a path, which does not exist", async (_name, spell) => {
  const user = await createUser();
  const { id } = await createGroup(user);
  expect(await user.get(`/groups/${spell(id)}`)).toMatchObject(groupNotFound);
});

test("a path that begins like a number is a path", async () => {
  const user = await createUser();
  const path = `1.${unique("group")}`;
  const group = await createGroup(user, { name: path, path });
  expect(await user.get(`/groups/${path}`)).toMatchObject({ status: 200, body: { id: group.id } });
});

test("a path of digits alone is not found as a path", async () => {
  const user = await createUser();
  const path = digits();
  await createGroup(user, { name: path, path });
  expect(await user.get(`/groups/${path}`)).toMatchObject(groupNotFound);
});

test("a group whose path is digits is found by its id", async () => {
  const user = await createUser();
  const path = digits();
  const { id } = await createGroup(user, { name: path, path });
  expect(await user.get(`/groups/${id}`)).toMatchObject({ status: 200, body: { id, path } });
});

test("a user's namespace is not found as a group, by path", async () => {
  const user = await createUser();
  expect(await user.get(`/groups/${user.username}`)).toMatchObject(groupNotFound);
});

test("a user's namespace is not found as a group, by id", async () => {
  const user = await createUser();
  const { namespace } = await createProject(user);
  expect(await user.get(`/groups/${namespace.id}`)).toMatchObject(groupNotFound);
});

type Named = { id: number; path_with_namespace: string };

test.each<[string, (project: Named) => string]>([
  ["its id", ({ id }) => String(id)],
  ["its id with leading zeros", ({ id }) => `00${id}`],
  ["its path", (project) => encodeURIComponent(project.path_with_namespace)],
  ["its path with a lower-case escape", (project) => project.path_with_namespace.replace("/", "%2f")],
  ["its path in another case", (project) => encodeURIComponent(project.path_with_namespace.toUpperCase())],
])("a project is found by %s", async (_name, key) => {
  const user = await createUser();
  const project = await createProject(user);
  expect(await user.get(`/projects/${key(project)}`)).toMatchObject({ status: 200, body: { id: project.id } });
});

test("a project is found by a path with dots", async () => {
  const user = await createUser();
  const path = `v1.0.${unique("x")}.js`;
  const project = await createProject(user, { path });
  expect(await user.get(`/projects/${user.username}%2F${path}`)).toMatchObject({
    status: 200,
    body: { id: project.id },
  });
});

test("routes below a project accept the project's path", async () => {
  const user = await createUser();
  const project = await createProject(user);
  expect(await user.get(`/projects/${encodeURIComponent(project.path_with_namespace)}/issues`)).toMatchObject({
    status: 200,
    body: [],
  });
});

test("a path with a raw slash is another route", async () => {
  const user = await createUser();
  const project = await createProject(user);
  expect(await user.get(`/projects/${project.path_with_namespace}`)).toMatchObject(unknownRoute);
});

test.each<[string, (project: Named & { path: string }, owner: Actor) => string]>([
  ["its path without its namespace", ({ path }) => path],
  ["its namespace alone", (_project, { username }) => username],
  ["an empty path in its namespace", (_project, { username }) => `${username}%2F`],
  ["a longer path", (project) => encodeURIComponent(`${project.path_with_namespace}/x`)],
  ["a doubly encoded path", (project) => encodeURIComponent(encodeURIComponent(project.path_with_namespace))],
  ["its path with the name of another namespace", ({ path }) => `root%2F${path}`],
])("a project is not found by %s", async (_name, key) => {
  const user = await createUser();
  const project = await createProject(user);
  expect(await user.get(`/projects/${key(project, user)}`)).toMatchObject(projectNotFound);
});

test.each(["abc", "1a", "-", "1%2F2", "%00"])("a member's id that is not an integer is 400: %s", async (id) => {
  const user = await createUser();
  const group = await createGroup(user);
  expect(await user.get(`/groups/${group.id}/members/${id}`)).toMatchObject({
    status: 400,
    body: { error: "user_id is invalid" },
  });
});

test("a group's id that is not an integer is 400 where only an integer is allowed", async () => {
  const user = await createUser();
  const project = await createProject(user);
  expect(await user.delete(`/projects/${project.id}/share/foo`)).toMatchObject({
    status: 400,
    body: { error: "group_id is invalid" },
  });
});

test("an integer segment accepts every notation of integers", async () => {
  const user = await createUser();
  const group = await createGroup(user);
  expect(await user.get(`/groups/${group.id}/members/+0${user.id}.0`)).toMatchObject({
    status: 200,
    body: { id: user.id },
  });
});

test.each(["abc", "-1", "+1", "1.0", "1e3", "root"])("a user's id has digits only: %s is no route", async (id) => {
  expect(await root.get(`/users/${id}`)).toMatchObject(unknownRoute);
});

test("a user is found by their id with leading zeros", async () => {
  const user = await createUser();
  expect(await user.get(`/users/00${user.id}`)).toMatchObject({ status: 200, body: { id: user.id } });
});

test.each<[string, (owner: Actor) => Promise<string>]>([
  ["group, by id", async (owner) => `/groups/${(await createGroup(owner, { visibility_level: 0 })).id}`],
  ["group, by path", async (owner) => `/groups/${(await createGroup(owner, { visibility_level: 0 })).path}`],
  ["project, by id", async (owner) => `/projects/${(await createProject(owner)).id}`],
  [
    "project, by path",
    async (owner) => `/projects/${encodeURIComponent((await createProject(owner)).path_with_namespace)}`,
  ],
])("an invisible %s is answered like an unknown one", async (_name, create) => {
  const [owner, outsider] = [await createUser(), await createUser()];
  const path = await create(owner);
  const invisible = await outsider.get(path);
  await ok(owner.delete(path));
  const absent = await outsider.get(path);
  expect([invisible.status, invisible.text]).toEqual([absent.status, absent.text]);
});
