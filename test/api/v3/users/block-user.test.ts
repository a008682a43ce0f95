// PUT /users/:id/block and /unblock, and the same by POST
import { expect, test } from "vitest";
import { anonymous, createAdmin, createUser, ok, root } from "../../../support/actors.ts";
import { createProject } from "../../../support/factories.ts";

const done = { status: 200, body: true };
const verbs = ["put", "post"] as const;
const statuses = { put: 200, post: 201 };
const actions = ["block", "unblock"] as const;
const each = verbs.flatMap((verb) => actions.map((action) => [verb, action] as const));

test.each(verbs)("an administrator blocks a user by %s", async (verb) => {
  const user = await createUser();
  expect(await (await createAdmin())[verb](`/users/${user.id}/block`)).toMatchObject({
    status: statuses[verb],
    body: true,
  });
});

test.each(verbs)("an administrator unblocks a user by %s", async (verb) => {
  const user = await createUser();
  await ok(root.put(`/users/${user.id}/block`));
  expect(await (await createAdmin())[verb](`/users/${user.id}/unblock`)).toMatchObject({
    status: statuses[verb],
    body: true,
  });
  expect(await user.get("/user")).toMatchObject({ status: 200, body: { id: user.id, state: "active" } });
});

test("a blocked user is refused", async () => {
  const user = await createUser();
  await ok(root.put(`/users/${user.id}/block`));
  expect(await user.get("/user")).toMatchObject({ status: 401, body: { message: "401 Unauthorized" } });
});

test("a blocked user's projects are kept", async () => {
  const user = await createUser();
  const project = await createProject(user, { visibility_level: 20 });
  await ok(root.put(`/users/${user.id}/block`));
  expect(await anonymous.get(`/projects/${project.id}`)).toMatchObject({ status: 200, body: { id: project.id } });
});

test.each(actions)("a second %s succeeds", async (action) => {
  const user = await createUser();
  await ok(root.put(`/users/${user.id}/${action}`));
  expect(await root.put(`/users/${user.id}/${action}`)).toMatchObject(done);
});

test.each(each)("%s by %s is 403 for users who are not administrators", async (verb, action) => {
  const [user, other] = [await createUser(), await createUser()];
  expect(await other[verb](`/users/${user.id}/${action}`)).toMatchObject({
    status: 403,
    body: { message: "403 Forbidden" },
  });
});

test.each(each)("%s by %s is 404 without a user", async (verb, action) => {
  expect(await root[verb](`/users/999999999/${action}`)).toMatchObject({
    status: 404,
    body: { message: "404 User Not Found" },
  });
});

test.each(each)("anonymous callers cannot %s by %s", async (verb, action) => {
  expect(await anonymous[verb](`/users/1/${action}`)).toMatchObject({
    status: 401,
    body: { message: "401 Unauthorized" },
  });
});

test("root, the owner of ROOT_TOKEN, cannot be blocked", async () => {
  expect(await (await createAdmin()).put("/users/1/block")).toMatchObject({
    status: 403,
    body: { message: "403 Forbidden" },
  });
});
