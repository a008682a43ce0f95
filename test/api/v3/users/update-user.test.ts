// PUT /users/:id
import { expect, test } from "vitest";
import { anonymous, createAdmin, createUser, ok, root, unique } from "../../../support/actors.ts";
import { createGroup, createProject } from "../../../support/factories.ts";

const forbidden = { status: 403, body: { message: "403 Forbidden" } };
const taken = { status: 400, body: { message: { username: ["has already been taken"] } } };

test.each([
  ["name", "Ada Lovelace", "name", "Ada Lovelace"],
  ["bio", "Writes programs", "bio", "Writes programs"],
  ["bio", "", "bio", ""],
  ["location", "London", "location", "London"],
  ["skype", "ada", "skype", "ada"],
  ["linkedin", "ada", "linkedin", "ada"],
  ["twitter", "@ada", "twitter", "@ada"],
  ["website_url", "https://example.com", "website_url", "https://example.com"],
  ["organization", "Engines", "organization", "Engines"],
  ["projects_limit", 3, "projects_limit", 3],
  ["can_create_group", false, "can_create_group", false],
  ["admin", true, "is_admin", true],
])("an administrator changes %s to %j", async (attribute, given, field, answered) => {
  const user = await createUser();
  expect(await (await createAdmin()).put(`/users/${user.id}`, { [attribute]: given })).toMatchObject({
    status: 200,
    body: { id: user.id, [field]: answered },
  });
});

test("a change is stored", async () => {
  const user = await createUser();
  await ok(root.put(`/users/${user.id}`, { location: "London" }));
  expect(await user.get("/user")).toMatchObject({ status: 200, body: { location: "London" } });
});

test("omitted attributes are kept", async () => {
  const user = await createUser({ bio: "Writes programs", projects_limit: 3 });
  expect(await root.put(`/users/${user.id}`, { location: "London" })).toMatchObject({
    status: 200,
    body: { bio: "Writes programs", projects_limit: 3, name: `Name of ${user.username}` },
  });
});

test("an email address can be changed", async () => {
  const [user, email] = [await createUser(), `${unique("other")}@example.com`];
  expect(await root.put(`/users/${user.id}`, { email })).toMatchObject({ status: 200, body: { email } });
});

test("a user can have their email address and username in another case", async () => {
  const user = await createUser();
  const [username, email] = [user.username.toUpperCase(), `${user.username}@EXAMPLE.com`];
  expect(await root.put(`/users/${user.id}`, { username, email })).toMatchObject({
    status: 200,
    body: { username, email },
  });
});

test("a password is accepted and ignored", async () => {
  const user = await createUser();
  expect(await root.put(`/users/${user.id}`, { password: "another secret" })).toMatchObject({
    status: 200,
    body: { id: user.id },
  });
});

test("a new username moves the user's projects", async () => {
  const [user, username] = [await createUser(), unique("renamed")];
  const project = await createProject(user);
  await ok(root.put(`/users/${user.id}`, { username }));
  expect(await user.get(`/projects/${project.id}`)).toMatchObject({
    status: 200,
    body: { path_with_namespace: `${username}/${project.path}`, namespace: { name: username, path: username } },
  });
});

test("an old username is free", async () => {
  const user = await createUser();
  await ok(root.put(`/users/${user.id}`, { username: unique("renamed") }));
  expect(await createGroup(user, { name: user.username, path: user.username })).toMatchObject({ path: user.username });
});

test("a user who becomes external cannot create groups or projects", async () => {
  const user = await createUser();
  expect(await root.put(`/users/${user.id}`, { external: true })).toMatchObject({
    status: 200,
    body: { external: true, can_create_group: false, projects_limit: 0 },
  });
});

test("an external user cannot create groups or projects, with any other change", async () => {
  const user = await createUser({ external: true });
  expect(await root.put(`/users/${user.id}`, { can_create_group: true, projects_limit: 10 })).toMatchObject({
    status: 200,
    body: { external: true, can_create_group: false, projects_limit: 0 },
  });
});

test("a user who is no longer external can be allowed to create groups and projects", async () => {
  const user = await createUser({ external: true });
  const changes = { external: false, can_create_group: true, projects_limit: 10 };
  expect(await root.put(`/users/${user.id}`, changes)).toMatchObject({ status: 200, body: changes });
});

test("another user's email address is refused", async () => {
  const [user, other] = [await createUser(), await createUser()];
  expect(await root.put(`/users/${user.id}`, { email: `${other.username}@example.com` })).toMatchObject({
    status: 409,
    body: { message: "Email has already been taken" },
  });
});

test("another user's username is refused", async () => {
  const [user, other] = [await createUser(), await createUser()];
  expect(await root.put(`/users/${user.id}`, { username: other.username })).toMatchObject({
    status: 409,
    body: { message: "Username has already been taken" },
  });
});

test("another user's username in another case is refused", async () => {
  const [user, other] = [await createUser(), await createUser()];
  expect(await root.put(`/users/${user.id}`, { username: other.username.toUpperCase() })).toMatchObject(taken);
});

test("a group's path is refused", async () => {
  const user = await createUser();
  const { path } = await createGroup(user);
  expect(await root.put(`/users/${user.id}`, { username: path })).toMatchObject(taken);
});

test("a refused change changes nothing", async () => {
  const [user, other] = [await createUser(), await createUser()];
  await root.put(`/users/${user.id}`, { bio: "changed", username: other.username });
  expect(await user.get("/user")).toMatchObject({ status: 200, body: { bio: null, username: user.username } });
});

test.each([
  ["name", "", "can't be blank"],
  ["email", "", "can't be blank"],
  ["email", "nobody", "is invalid"],
  ["username", "", "can't be blank"],
  ["username", "admin", "admin is a reserved name"],
  ["password", "short", "is too short (minimum is 8 characters)"],
  ["bio", "x".repeat(256), "is too long (maximum is 255 characters)"],
])("%s %j is refused", async (attribute, value, message) => {
  const user = await createUser();
  expect(await root.put(`/users/${user.id}`, { [attribute]: value })).toMatchObject({
    status: 400,
    body: { message: { [attribute]: [message] } },
  });
});

test("an empty update is refused", async () => {
  const user = await createUser();
  expect(await root.put(`/users/${user.id}`)).toMatchObject({
    status: 400,
    body: {
      error:
        "email, password, name, username, skype, linkedin, twitter, website_url, organization, projects_limit, bio, location, admin, can_create_group, external are missing, at least one parameter must be provided",
    },
  });
});

test("root stays an administrator", async () => {
  expect(await root.put("/users/1", { admin: false })).toMatchObject(forbidden);
});

test.each([999_999_999, 2])("user %i cannot be changed: 404", async (id) => {
  expect(await root.put(`/users/${id}`, { bio: "changed" })).toMatchObject({
    status: 404,
    body: { message: "404 User Not Found" },
  });
});

test("a user cannot change anybody, not even themselves", async () => {
  const user = await createUser();
  expect(await user.put(`/users/${user.id}`, { bio: "changed" })).toMatchObject(forbidden);
});

test("a refused caller cannot detect whether a user exists", async () => {
  expect(await (await createUser()).put("/users/999999999", { bio: "changed" })).toMatchObject(forbidden);
});

test("anonymous callers cannot change users", async () => {
  expect(await anonymous.put("/users/1", { bio: "changed" })).toMatchObject({
    status: 401,
    body: { message: "401 Unauthorized" },
  });
});
