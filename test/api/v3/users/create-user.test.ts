// POST /users
import { expect, test } from "vitest";
import { anonymous, createAdmin, createUser, ok, root, unique } from "../../../support/actors.ts";
import { baseUrl, type Values } from "../../../support/api.ts";
import { createGroup } from "../../../support/factories.ts";

/** Required attributes of a new user, with those of the test. */
function newUser(attributes: Values = {}): Values {
  const username = unique("user");
  return { username, name: username, email: `${username}@example.com`, password: "secret-enough", ...attributes };
}

test("an administrator creates a user, and gets every attribute", async () => {
  const values = newUser({ name: "Ada Lovelace" });
  const { status, body } = await (await createAdmin()).post("/users", values);
  expect({ status, body }).toEqual({
    status: 201,
    body: {
      id: expect.any(Number),
      name: "Ada Lovelace",
      username: values.username,
      email: values.email,
      state: "active",
      avatar_url: null,
      web_url: `${baseUrl}/${values.username}`,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      is_admin: false,
      bio: null,
      location: null,
      skype: "",
      linkedin: "",
      twitter: "",
      website_url: "",
      organization: null,
      last_sign_in_at: null,
      confirmed_at: expect.stringMatching(/Z$/),
      theme_id: expect.any(Number),
      color_scheme_id: expect.any(Number),
      projects_limit: 100_000,
      current_sign_in_at: null,
      identities: [],
      can_create_group: true,
      can_create_project: true,
      two_factor_enabled: false,
      external: false,
    },
  });
});

test("the password is never answered", async () => {
  const { text } = await root.post("/users", newUser({ password: "a-password-of-mine" }));
  expect(text).not.toContain("a-password-of-mine");
});

test.each([
  ["bio", "Writes programs", "Writes programs"],
  ["location", "London", "London"],
  ["skype", "ada", "ada"],
  ["linkedin", "ada", "ada"],
  ["twitter", "@ada", "@ada"],
  ["website_url", "https://example.com", "https://example.com"],
  ["organization", "Engines", "Engines"],
  ["projects_limit", 3, 3],
  ["can_create_group", false, false],
  ["external", true, true],
])("a user can be created with %s", async (attribute, given, answered) => {
  expect(await root.post("/users", newUser({ [attribute]: given }))).toMatchObject({
    status: 201,
    body: { [attribute]: answered },
  });
});

test("a user can be created as an administrator", async () => {
  expect(await root.post("/users", newUser({ admin: true }))).toMatchObject({ status: 201, body: { is_admin: true } });
});

test("reset_password replaces a password", async () => {
  expect(await root.post("/users", newUser({ password: undefined, reset_password: true }))).toMatchObject({
    status: 201,
    body: { state: "active" },
  });
});

test("a user with a projects limit of 0 cannot create projects", async () => {
  expect(await root.post("/users", newUser({ projects_limit: 0 }))).toMatchObject({
    status: 201,
    body: { projects_limit: 0, can_create_project: false },
  });
});

test("an external user cannot create groups or projects, with any other attributes", async () => {
  const values = newUser({ external: true, can_create_group: true, projects_limit: 10 });
  expect(await root.post("/users", values)).toMatchObject({
    status: 201,
    body: { external: true, can_create_group: false, projects_limit: 0, can_create_project: false },
  });
});

test("a new user has a namespace with their username", async () => {
  const user = await createUser();
  expect(await user.get("/namespaces")).toMatchObject({
    status: 200,
    body: [{ name: user.username, path: user.username, full_path: user.username, kind: "user" }],
  });
});

test("all missing attributes are reported", async () => {
  expect(await root.post("/users")).toMatchObject({
    status: 400,
    body: {
      error:
        "email is missing, password, reset_password are missing, at least one parameter must be provided, name is missing, username is missing",
    },
  });
});

test.each([
  ["email", "email is missing"],
  ["name", "name is missing"],
  ["username", "username is missing"],
  ["password", "password, reset_password are missing, at least one parameter must be provided"],
])("without %s no user is created", async (attribute, error) => {
  expect(await root.post("/users", newUser({ [attribute]: undefined }))).toMatchObject({
    status: 400,
    body: { error },
  });
});

const PATH_FORM =
  "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-' or end in '.', '.git' or '.atom'.";

test.each([
  ["email", "", "can't be blank"],
  ["email", "nobody", "is invalid"],
  ["email", "a@b@c", "is invalid"],
  ["email", "a b@c", "is invalid"],
  ["name", "", "can't be blank"],
  ["name", " ", "can't be blank"],
  ["name", "x".repeat(256), "is too long (maximum is 255 characters)"],
  ["username", "", "can't be blank"],
  ["username", "-x", PATH_FORM],
  ["username", "x.", PATH_FORM],
  ["username", "x.git", PATH_FORM],
  ["username", "x.atom", PATH_FORM],
  ["username", "a b", PATH_FORM],
  ["username", "a/b", PATH_FORM],
  ["username", "é", PATH_FORM],
  ["username", "x".repeat(256), "is too long (maximum is 255 characters)"],
  ["username", "admin", "admin is a reserved name"],
  ["username", "groups", "groups is a reserved name"],
  ["password", "7 chars", "is too short (minimum is 8 characters)"],
  ["projects_limit", -1, "must be greater than or equal to 0"],
])("%s %j is refused", async (attribute, value, message) => {
  expect(await root.post("/users", newUser({ [attribute]: value }))).toMatchObject({
    status: 400,
    body: { message: { [attribute]: [message] } },
  });
});

test.each([
  ["a password of 8 characters", { password: "8 chars." }],
  ["a username with a character other than letters", { username: `_${unique("x")}` }],
  ["a username with dots", { username: `.a.${unique("x")}` }],
  ["a name in another script", { name: "Ада Лавлейс 🧮" }],
  ["a name of 255 characters", { name: "x".repeat(255) }],
])("%s is accepted", async (_name, attributes) => {
  expect(await root.post("/users", newUser(attributes))).toMatchObject({ status: 201, body: { state: "active" } });
});

test("a reserved word in different case is a valid username", async () => {
  const username = `Admin-${unique("x")}`;
  expect(await root.post("/users", newUser({ username }))).toMatchObject({ status: 201, body: { username } });
});

test("an email address is unique", async () => {
  const { email } = await ok(root.post("/users", newUser()));
  expect(await root.post("/users", newUser({ email }))).toMatchObject({
    status: 409,
    body: { message: "Email has already been taken" },
  });
});

test("an email address is unique in any letter case", async () => {
  const { email } = await ok(root.post("/users", newUser()));
  expect(await root.post("/users", newUser({ email: email.toUpperCase() }))).toMatchObject({
    status: 409,
    body: { message: "Email has already been taken" },
  });
});

test("a username is unique", async () => {
  const { username } = await createUser();
  expect(await root.post("/users", newUser({ username }))).toMatchObject({
    status: 409,
    body: { message: "Username has already been taken" },
  });
});

test("if email address and username are both taken, the email address is reported", async () => {
  const { username, email } = await ok(root.post("/users", newUser()));
  expect(await root.post("/users", newUser({ username, email }))).toMatchObject({
    status: 409,
    body: { message: "Email has already been taken" },
  });
});

test("a username is unique in any letter case", async () => {
  const { username } = await createUser();
  expect(await root.post("/users", newUser({ username: username.toUpperCase() }))).toMatchObject({
    status: 400,
    body: { message: { username: ["has already been taken"] } },
  });
});

test.each([
  ["path", (path: string) => path],
  ["path in another case", (path: string) => path.toUpperCase()],
])("a group's %s cannot be a username", async (_name, spell) => {
  const { path } = await createGroup(await createUser());
  expect(await root.post("/users", newUser({ username: spell(path) }))).toMatchObject({
    status: 400,
    body: { message: { username: ["has already been taken"] } },
  });
});

test("a group's name cannot be a username, since it would name two namespaces", async () => {
  const name = unique("named");
  await createGroup(await createUser(), { name });
  expect(await root.post("/users", newUser({ username: name }))).toMatchObject({
    status: 400,
    body: { message: { username: ["has already been taken"] } },
  });
});

test("of two concurrent calls for one username one succeeds", async () => {
  const username = unique("race");
  const answers = await Promise.all([1, 2, 3].map(() => root.post("/users", newUser({ username }))));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
});

test("a refusal leaves nothing behind", async () => {
  const { email } = await ok(root.post("/users", newUser()));
  const username = unique("user");
  await root.post("/users", newUser({ username, email }));
  expect(await root.post("/users", newUser({ username }))).toMatchObject({ status: 201, body: { username } });
});

test("a user cannot create users", async () => {
  expect(await (await createUser()).post("/users", newUser())).toMatchObject({
    status: 403,
    body: { message: "403 Forbidden" },
  });
});

test("anonymous callers cannot create users", async () => {
  expect(await anonymous.post("/users", newUser())).toMatchObject({
    status: 401,
    body: { message: "401 Unauthorized" },
  });
});
