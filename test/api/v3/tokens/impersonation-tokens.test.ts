// GET, POST /users/:id/impersonation_tokens and GET, DELETE of one
import { expect, test } from "vitest";
import { type Actor, anonymous, createAdmin, createUser, ok, root } from "../../../support/actors.ts";
import { Caller, type Values } from "../../../support/api.ts";
import { today, tomorrow, yesterday } from "../../../support/days.ts";

const tokensOf = (user: Actor) => `/users/${user.id}/impersonation_tokens`;
const userNotFound = { status: 404, body: { message: "404 User Not Found" } };
const recordNotFound = { status: 404, body: { message: "404 Not found" } };

const createToken = (user: Actor, attributes: Values = {}) =>
  ok(root.post(tokensOf(user), { name: "a token", scopes: ["api"], ...attributes }));

/** A user whose only tokens are those a test creates. */
async function createTokenless(): Promise<Actor> {
  const user = await createUser();
  const [token] = await ok(root.get(tokensOf(user)));
  await ok(root.delete(`${tokensOf(user)}/${token.id}`));
  return user;
}

test("an administrator creates a token, which is shown only once", async () => {
  const user = await createUser();
  const values = { name: "for the robot", scopes: ["api", "read_user"], expires_at: tomorrow() };
  const { status, body } = await (await createAdmin()).post(tokensOf(user), values);
  expect({ status, body }).toEqual({
    status: 201,
    body: {
      ...values,
      id: expect.any(Number),
      revoked: false,
      active: true,
      impersonation: true,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      token: expect.stringMatching(/^trb_[0-9A-Za-z]{36}$/),
    },
  });
});

test("a bearer of the token acts as the user", async () => {
  const user = await createUser();
  const { token } = await createToken(user);
  expect(await new Caller(token).get("/user")).toMatchObject({ status: 200, body: { id: user.id } });
});

test("a token without an expiry date is always active", async () => {
  const user = await createUser();
  expect(await root.post(tokensOf(user), { name: "endless", scopes: ["api"] })).toMatchObject({
    status: 201,
    body: { expires_at: null, active: true },
  });
});

test.each([
  ["today", today, true],
  ["yesterday", yesterday, false],
])("a token that expires %s shows whether it is active", async (_name, day, active) => {
  const user = await createUser();
  expect(await root.post(tokensOf(user), { name: "short", scopes: ["api"], expires_at: day() })).toMatchObject({
    status: 201,
    body: { expires_at: day(), active },
  });
});

test.each<[string, Values, object]>([
  ["a name", { scopes: ["api"] }, { error: "name is missing" }],
  ["a name that is not blank", { name: " ", scopes: ["api"] }, { message: { name: ["can't be blank"] } }],
  [
    "a name of at most 255 characters",
    { name: "x".repeat(256), scopes: ["api"] },
    { message: { name: ["is too long (maximum is 255 characters)"] } },
  ],
  ["scopes", { name: "a" }, { message: { scopes: ["can't be blank"] } }],
  ["at least one scope", { name: "a", scopes: [] }, { message: { scopes: ["can't be blank"] } }],
  [
    "known scopes",
    { name: "a", scopes: ["api", "sudo"] },
    { message: { scopes: ["can only contain available scopes"] } },
  ],
  [
    "scopes in lower case",
    { name: "a", scopes: ["API"] },
    { message: { scopes: ["can only contain available scopes"] } },
  ],
  ["an array of scopes", { name: "a", scopes: "api" }, { error: "scopes is invalid" }],
  ["a date", { name: "a", scopes: ["api"], expires_at: "soon" }, { error: "expires_at is invalid" }],
])("a token requires %s", async (_name, values, body) => {
  expect(await root.post(tokensOf(await createUser()), values)).toMatchObject({ status: 400, body });
});

test("a list shows tokens' attributes without their values", async () => {
  const user = await createTokenless();
  const { id, token } = await createToken(user);
  const answer = await root.get(tokensOf(user), { state: "active" });
  expect([
    answer.status,
    answer.body.map((row: object) => Object.keys(row).sort()),
    answer.text.includes(token),
  ]).toEqual([
    200,
    [["active", "created_at", "expires_at", "id", "impersonation", "name", "revoked", "scopes"]],
    false,
  ]);
  expect(answer.body).toMatchObject([{ id }]);
});

test("a list has only the user's tokens", async () => {
  const [user, other] = [await createTokenless(), await createUser()];
  await createToken(other);
  expect(await root.get(tokensOf(user), { state: "active" })).toMatchObject({ status: 200, body: [] });
});

test("a list of impersonation tokens leaves out personal ones", async () => {
  const user = await createUser();
  await ok(user.post("/user/personal_access_tokens", { name: "personal", scopes: ["api"] }));
  expect(await root.get(tokensOf(user))).toMatchObject({ status: 200, body: [{ name: "test" }] });
});

test.each([
  ["all", ["revoked", "expired", "active"]],
  ["active", ["active"]],
  ["inactive", ["revoked", "expired"]],
])("state=%s lists %j", async (state, names) => {
  const user = await createUser();
  const [first] = await ok(root.get(tokensOf(user)));
  const revoked = await createToken(user, { name: "revoked" });
  await ok(root.delete(`${tokensOf(user)}/${revoked.id}`));
  await createToken(user, { name: "expired", expires_at: yesterday() });
  await createToken(user, { name: "active", expires_at: today() });
  const { status, body } = await root.get(tokensOf(user), { state });
  const listed = body.filter(({ id }: { id: number }) => id !== first.id).map(({ name }: { name: string }) => name);
  expect({ status, listed }).toEqual({ status: 200, listed: names });
});

test("an unknown state is refused", async () => {
  expect(await root.get(tokensOf(await createUser()), { state: "revoked" })).toMatchObject({
    status: 400,
    body: { error: "state does not have a valid value" },
  });
});

test("a list is paginated", async () => {
  const user = await createUser();
  await createToken(user);
  const answer = await root.get(tokensOf(user), { per_page: 1, page: 2 });
  expect([answer.status, answer.body, answer.headers.get("x-total")]).toMatchObject([200, [{ name: "a token" }], "2"]);
});

test("a single token is shown without its value", async () => {
  const user = await createUser();
  const { token, ...attributes } = await createToken(user);
  const { status, body } = await root.get(`${tokensOf(user)}/${attributes.id}`);
  expect({ status, body }).toEqual({ status: 200, body: attributes });
});

test("a revoked token is invalid", async () => {
  const user = await createUser();
  const { id, token } = await createToken(user);
  await ok(root.delete(`${tokensOf(user)}/${id}`));
  expect(await new Caller(token).get("/user")).toMatchObject({ status: 401, body: { message: "401 Unauthorized" } });
});

test("revoking a token has an empty answer", async () => {
  const user = await createUser();
  const { id } = await createToken(user);
  expect(await root.delete(`${tokensOf(user)}/${id}`)).toMatchObject({ status: 204, text: "" });
});

test("a token can be revoked twice", async () => {
  const user = await createUser();
  const { id } = await createToken(user);
  await ok(root.delete(`${tokensOf(user)}/${id}`));
  expect(await root.delete(`${tokensOf(user)}/${id}`)).toMatchObject({ status: 204, text: "" });
});

test("a revoked token is still listed", async () => {
  const user = await createUser();
  const { id } = await createToken(user);
  await ok(root.delete(`${tokensOf(user)}/${id}`));
  expect(await root.get(`${tokensOf(user)}/${id}`)).toMatchObject({
    status: 200,
    body: { id, revoked: true, active: false },
  });
});

const oneOf = [
  ["get", "an unknown token", async (user: Actor) => `${tokensOf(user)}/999999999`],
  ["delete", "an unknown token", async (user: Actor) => `${tokensOf(user)}/999999999`],
  ["get", "another user's token", async (user: Actor) => foreignToken(user)],
  ["delete", "another user's token", async (user: Actor) => foreignToken(user)],
  ["get", "a personal token", async (user: Actor) => personalToken(user)],
  ["delete", "a personal token", async (user: Actor) => personalToken(user)],
] as const;

async function foreignToken(user: Actor): Promise<string> {
  const { id } = await createToken(await createUser());
  return `${tokensOf(user)}/${id}`;
}

async function personalToken(user: Actor): Promise<string> {
  const { id } = await ok(user.post("/user/personal_access_tokens", { name: "personal", scopes: ["api"] }));
  return `${tokensOf(user)}/${id}`;
}

test.each(oneOf)("to %s %s is 404", async (method, _name, path) => {
  expect(await root[method](await path(await createUser()))).toMatchObject(recordNotFound);
});

test.each(["get", "delete"] as const)("to %s a token whose id is not a number is 400", async (method) => {
  const user = await createUser();
  expect(await root[method](`${tokensOf(user)}/abc`)).toMatchObject({
    status: 400,
    body: { error: "token_id is invalid" },
  });
});

/** The four endpoints, of the user `id`. */
const endpoints: [string, (caller: Caller, id: number) => ReturnType<Caller["get"]>][] = [
  ["list tokens", (caller, id) => caller.get(`/users/${id}/impersonation_tokens`)],
  ["create a token", (caller, id) => caller.post(`/users/${id}/impersonation_tokens`, { name: "a", scopes: ["api"] })],
  ["get a token", (caller, id) => caller.get(`/users/${id}/impersonation_tokens/1`)],
  ["revoke a token", (caller, id) => caller.delete(`/users/${id}/impersonation_tokens/1`)],
];

test.each(endpoints)("to %s of an unknown user is 404", async (_name, ask) => {
  expect(await ask(root, 999_999_999)).toMatchObject(userNotFound);
});

test.each(endpoints)("a user cannot %s, not even of their own", async (_name, ask) => {
  const user = await createUser();
  expect(await ask(user, user.id)).toMatchObject({ status: 403, body: { message: "403 Forbidden" } });
});

test.each(endpoints)("anonymous callers cannot %s", async (_name, ask) => {
  expect(await ask(anonymous, 1)).toMatchObject({ status: 401, body: { message: "401 Unauthorized" } });
});
