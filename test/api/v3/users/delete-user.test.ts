// DELETE /users/:id
import { expect, test } from "vitest";
import { anonymous, createAdmin, createUser, levels, ok, root } from "../../../support/actors.ts";
import { createGroup, createIssue, createProject } from "../../../support/factories.ts";

const onlyOwner = { status: 409, body: { message: "User is the only owner of a group" } };
const userNotFound = { status: 404, body: { message: "404 User Not Found" } };

test("an administrator deletes a user, and gets the deleted user", async () => {
  const user = await createUser();
  expect(await (await createAdmin()).delete(`/users/${user.id}`)).toMatchObject({
    status: 200,
    body: { id: user.id, username: user.username },
  });
});

test("a deleted user is 404", async () => {
  const user = await createUser();
  await ok(root.delete(`/users/${user.id}`));
  expect(await root.get(`/users/${user.id}`)).toMatchObject(userNotFound);
});

test("a deleted user's tokens are invalid", async () => {
  const user = await createUser();
  await ok(root.delete(`/users/${user.id}`));
  expect(await user.get("/user")).toMatchObject({ status: 401, body: { message: "401 Unauthorized" } });
});

test("a deleted user's username and email address are free", async () => {
  const user = await createUser();
  const { username, email, name } = await ok(root.delete(`/users/${user.id}`));
  expect(await root.post("/users", { username, email, name, password: "secret-enough" })).toMatchObject({
    status: 201,
    body: { username, email },
  });
});

test("a deleted user's personal projects are deleted", async () => {
  const user = await createUser();
  const project = await createProject(user);
  await ok(root.delete(`/users/${user.id}`));
  expect(await root.get(`/projects/${project.id}`)).toMatchObject({
    status: 404,
    body: { message: "404 Project Not Found" },
  });
});

test("a fork of a deleted user's project stays, and is a fork no longer", async () => {
  const [user, other] = [await createUser(), await createUser()];
  const project = await createProject(user, { visibility_level: 20 });
  const fork = await ok(other.post(`/projects/fork/${project.id}`));
  await ok(root.delete(`/users/${user.id}`));
  const { status, body } = await other.get(`/projects/${fork.id}`);
  expect({ status, id: body.id, source: body.forked_from_project }).toEqual({ status: 200, id: fork.id });
});

test("a deleted user's issues and notes in other projects belong to ghost", async () => {
  const [user, owner] = [await createUser(), await createUser()];
  const project = await createProject(owner, { visibility_level: 20 });
  const issue = await createIssue(user, project);
  await ok(root.delete(`/users/${user.id}`));
  expect(await owner.get(`/projects/${project.id}/issues/${issue.id}`)).toMatchObject({
    status: 200,
    body: { author: { username: "ghost" } },
  });
});

test("a deleted user is unassigned from issues", async () => {
  const [user, owner] = [await createUser(), await createUser()];
  const project = await createProject(owner, { visibility_level: 20 });
  const issue = await createIssue(owner, project, { assignee_id: user.id });
  await ok(root.delete(`/users/${user.id}`));
  expect(await owner.get(`/projects/${project.id}/issues/${issue.id}`)).toMatchObject({
    status: 200,
    body: { assignee: null },
  });
});

test("a deleted user's projects in a group stay", async () => {
  const [user, owner] = [await createUser(), await createUser()];
  const group = await createGroup(owner);
  await ok(owner.post(`/groups/${group.id}/members`, { user_id: user.id, access_level: levels.master }));
  const project = await createProject(user, { namespace_id: group.id });
  await ok(root.delete(`/users/${user.id}`));
  expect(await owner.get(`/projects/${project.id}`)).toMatchObject({ status: 200, body: { id: project.id } });
});

test("a deleted user's memberships are deleted", async () => {
  const [user, owner] = [await createUser(), await createUser()];
  const project = await createProject(owner);
  const group = await createGroup(owner);
  for (const path of [`/projects/${project.id}/members`, `/groups/${group.id}/members`]) {
    await ok(owner.post(path, { user_id: user.id, access_level: levels.developer }));
  }
  await ok(root.delete(`/users/${user.id}`));
  const [inProject, inGroup] = [
    await owner.get(`/projects/${project.id}/members`),
    await owner.get(`/groups/${group.id}/members`),
  ];
  expect([inProject.body, inGroup.body]).toMatchObject([[{ id: owner.id }], [{ id: owner.id }]]);
});

test("a deleted user's stars are removed", async () => {
  const [user, owner] = [await createUser(), await createUser()];
  const project = await createProject(owner, { visibility_level: 20 });
  await ok(user.post(`/projects/${project.id}/star`));
  await ok(root.delete(`/users/${user.id}`));
  expect(await owner.get(`/projects/${project.id}`)).toMatchObject({ status: 200, body: { star_count: 0 } });
});

test("the only owner of a group cannot be deleted", async () => {
  const user = await createUser();
  await createGroup(user);
  expect(await root.delete(`/users/${user.id}`)).toMatchObject(onlyOwner);
});

test("a refused deletion deletes nothing", async () => {
  const user = await createUser();
  const project = await createProject(user);
  await createGroup(user);
  await root.delete(`/users/${user.id}`);
  expect(await user.get(`/projects/${project.id}`)).toMatchObject({ status: 200, body: { owner: { id: user.id } } });
});

test("an owner of a group with another owner can be deleted", async () => {
  const [user, other] = [await createUser(), await createUser()];
  const group = await createGroup(user);
  await ok(user.post(`/groups/${group.id}/members`, { user_id: other.id, access_level: levels.owner }));
  await ok(root.delete(`/users/${user.id}`));
  expect(await other.get(`/groups/${group.id}/members`)).toMatchObject({ status: 200, body: [{ id: other.id }] });
});

test("a group's only owner can be deleted after the group is", async () => {
  const user = await createUser();
  const group = await createGroup(user);
  await ok(user.delete(`/groups/${group.id}`));
  expect(await root.delete(`/users/${user.id}`)).toMatchObject({ status: 200, body: { id: user.id } });
});

test("changing a user during their deletion succeeds or is 404", async () => {
  const user = await createUser();
  const change = (bio: number) => root.put(`/users/${user.id}`, { bio });
  const [, ...changes] = await Promise.all([root.delete(`/users/${user.id}`), ...[1, 2, 3, 4].map(change)]);
  expect(changes.filter(({ status }) => status !== 200 && status !== 404)).toEqual([]);
});

test("creating a token for a user during their deletion succeeds or is 404", async () => {
  const user = await createUser();
  const path = `/users/${user.id}/impersonation_tokens`;
  const make = () => root.post(path, { name: "late", scopes: ["api"] });
  const [, ...tokens] = await Promise.all([root.delete(`/users/${user.id}`), make(), make(), make(), make()]);
  expect(tokens.filter(({ status }) => status !== 201 && status !== 404)).toEqual([]);
});

test("a user cannot be deleted twice", async () => {
  const user = await createUser();
  await ok(root.delete(`/users/${user.id}`));
  expect(await root.delete(`/users/${user.id}`)).toMatchObject(userNotFound);
});

test("ghost, the owner of deleted users' contributions, cannot be deleted", async () => {
  expect(await root.delete("/users/2")).toMatchObject(userNotFound);
});

test("root, the owner of ROOT_TOKEN, cannot be deleted", async () => {
  expect(await (await createAdmin()).delete("/users/1")).toMatchObject({
    status: 403,
    body: { message: "403 Forbidden" },
  });
});

test("a user cannot delete anybody, not even themselves", async () => {
  const user = await createUser();
  expect(await user.delete(`/users/${user.id}`)).toMatchObject({ status: 403, body: { message: "403 Forbidden" } });
});

test("anonymous callers cannot delete users", async () => {
  expect(await anonymous.delete("/users/1")).toMatchObject({ status: 401, body: { message: "401 Unauthorized" } });
});
