// POST /projects/user/:user_id
import { expect, test } from "vitest";
import { anonymous, createAdmin, createUser, ok } from "../../../support/actors.ts";
import { createProject } from "../../../support/factories.ts";

test("an administrator can create a project that belongs to the user", async () => {
  const [admin, user] = await Promise.all([createAdmin(), createUser()]);
  expect(await admin.post(`/projects/user/${user.id}`, { name: "For You", visibility_level: 10 })).toMatchObject({
    status: 201,
    body: {
      name: "For You",
      path_with_namespace: `${user.username}/for-you`,
      creator_id: user.id,
      visibility_level: 10,
      owner: { id: user.id },
      runners_token: expect.any(String),
    },
  });
});

test("the user is its only member", async () => {
  const [admin, user] = await Promise.all([createAdmin(), createUser()]);
  const { id } = await ok(admin.post(`/projects/user/${user.id}`, { name: "x" }));
  expect(await user.get(`/projects/${id}/members`)).toMatchObject({
    status: 200,
    body: [{ id: user.id, access_level: 40 }],
  });
});

test("anonymous callers get 401", async () => {
  const user = await createUser();
  expect(await anonymous.post(`/projects/user/${user.id}`, { name: "x" })).toMatchObject({
    status: 401,
    body: { message: "401 Unauthorized" },
  });
});

test("nobody else can, not even for themselves", async () => {
  const user = await createUser();
  expect(await user.post(`/projects/user/${user.id}`, { name: "x" })).toMatchObject({
    status: 403,
    body: { message: "403 Forbidden" },
  });
});

test("the name is required", async () => {
  const [admin, user] = await Promise.all([createAdmin(), createUser()]);
  expect(await admin.post(`/projects/user/${user.id}`, { path: "x" })).toMatchObject({
    status: 400,
    body: { error: "name is missing" },
  });
});

test("a user id that is not a number is 400", async () => {
  const admin = await createAdmin();
  expect(await admin.post("/projects/user/somebody", { name: "x" })).toMatchObject({
    status: 400,
    body: { error: "user_id is invalid" },
  });
});

test("an unknown user is 404", async () => {
  const admin = await createAdmin();
  expect(await admin.post("/projects/user/999999999", { name: "x" })).toMatchObject({
    status: 404,
    body: { message: "404 User Not Found" },
  });
});

test("a name the user already has is 400", async () => {
  const [admin, user] = await Promise.all([createAdmin(), createUser()]);
  await createProject(user, { name: "Name", path: "path" });
  expect(await admin.post(`/projects/user/${user.id}`, { name: "Name", path: "other" })).toMatchObject({
    status: 400,
    body: { message: { name: ["has already been taken"] } },
  });
});

test("the user's limit applies", async () => {
  const [admin, user] = await Promise.all([createAdmin(), createUser({ projects_limit: 0 })]);
  expect(await admin.post(`/projects/user/${user.id}`, { name: "x" })).toMatchObject({
    status: 403,
    body: { error: ["Personal project creation is not allowed. Please contact your administrator with questions"] },
  });
});
