// GET /user and GET /users/:id
import { expect, test } from "vitest";
import { anonymous, createAdmin, createUser, root } from "../../../support/actors.ts";

const fullKeys = [
  "avatar_url",
  "bio",
  "created_at",
  "id",
  "is_admin",
  "linkedin",
  "location",
  "name",
  "organization",
  "skype",
  "state",
  "twitter",
  "username",
  "web_url",
  "website_url",
];

const publicKeys = [
  ...fullKeys,
  "can_create_group",
  "can_create_project",
  "color_scheme_id",
  "confirmed_at",
  "current_sign_in_at",
  "email",
  "external",
  "identities",
  "last_sign_in_at",
  "projects_limit",
  "theme_id",
  "two_factor_enabled",
].sort();

test("GET /user has every attribute of the caller", async () => {
  const user = await createUser({ location: "London" });
  const { status, body } = await user.get("/user");
  expect({ status, keys: Object.keys(body).sort(), body }).toMatchObject({
    status: 200,
    keys: publicKeys,
    body: { id: user.id, username: user.username, email: `${user.username}@example.com`, location: "London" },
  });
});

test("GET /user is 401 for anonymous callers", async () => {
  expect(await anonymous.get("/user")).toMatchObject({ status: 401, body: { message: "401 Unauthorized" } });
});

test("a user gets another's profile", async () => {
  const [viewer, user] = [await createUser(), await createUser({ bio: "Writes programs", twitter: "@ada" })];
  expect(await viewer.get(`/users/${user.id}`)).toMatchObject({
    status: 200,
    body: { id: user.id, username: user.username, is_admin: false, bio: "Writes programs", twitter: "@ada" },
  });
});

test("a user gets only the profile of another", async () => {
  const [viewer, user] = [await createUser(), await createUser()];
  const { status, body } = await viewer.get(`/users/${user.id}`);
  expect({ status, keys: Object.keys(body).sort() }).toEqual({ status: 200, keys: fullKeys });
});

test("a user's email address is in no answer to others", async () => {
  const email = `${crypto.randomUUID()}@example.com`;
  const [viewer, user] = [await createUser(), await createUser({ email })];
  const answers = await Promise.all([
    viewer.get(`/users/${user.id}`),
    viewer.get("/users", { username: user.username }),
    viewer.get("/users", { search: user.username }),
  ]);
  expect(answers.map(({ status, text }) => [status, text.includes(user.username), text.includes(email)])).toEqual(
    answers.map(() => [200, true, false]),
  );
});

test("an administrator gets every attribute of a user", async () => {
  const user = await createUser();
  const { status, body } = await (await createAdmin()).get(`/users/${user.id}`);
  expect({ status, keys: Object.keys(body).sort(), email: body.email }).toEqual({
    status: 200,
    keys: publicKeys,
    email: `${user.username}@example.com`,
  });
});

test("a blocked user is shown as blocked", async () => {
  const [viewer, user] = [await createUser(), await createUser()];
  await root.put(`/users/${user.id}/block`);
  expect(await viewer.get(`/users/${user.id}`)).toMatchObject({ status: 200, body: { id: user.id, state: "blocked" } });
});

test.each([0, 999_999_999])("user %i is 404", async (id) => {
  expect(await root.get(`/users/${id}`)).toMatchObject({ status: 404, body: { message: "404 User Not Found" } });
});

test("an id that is not a number is 400", async () => {
  expect(await root.get("/users/abc")).toMatchObject({ status: 404, body: { error: "404 Not Found" } });
});

test("GET /users/:id is 401 for anonymous callers", async () => {
  expect(await anonymous.get("/users/1")).toMatchObject({ status: 401, body: { message: "401 Unauthorized" } });
});
