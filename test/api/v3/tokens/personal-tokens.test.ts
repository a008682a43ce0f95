// GET, POST /user/personal_access_tokens and DELETE of one
import { expect, test } from "vitest";
import { type Actor, anonymous, createUser, ok, root } from "../../../support/actors.ts";
import { Caller, type Values } from "../../../support/api.ts";
import { today, tomorrow, yesterday } from "../../../support/days.ts";

const tokens = "/user/personal_access_tokens";
const recordNotFound = { status: 404, body: { message: "404 Not found" } };

const createToken = (user: Actor, attributes: Values = {}) =>
  ok(user.post(tokens, { name: "a token", scopes: ["api"], ...attributes }));

test("a user creates a token, which is shown only once", async () => {
  const values = { name: "for the robot", scopes: ["read_user"], expires_at: tomorrow() };
  const { status, body } = await (await createUser()).post(tokens, values);
  expect({ status, body }).toEqual({
    status: 201,
    body: {
      ...values,
      id: expect.any(Number),
      revoked: false,
      active: true,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      token: expect.stringMatching(/^trb_[0-9A-Za-z]{36}$/),
    },
  });
});

test("a duplicate scope is stored once", async () => {
  expect(await (await createUser()).post(tokens, { name: "a", scopes: ["api", "api"] })).toMatchObject({
    status: 201,
    body: { scopes: ["api"] },
  });
});

test.each<[string, Values, object]>([
  ["a name", { scopes: ["api"] }, { error: "name is missing" }],
  ["a name that is not blank", { name: "", scopes: ["api"] }, { message: { name: ["can't be blank"] } }],
  ["scopes", { name: "a" }, { message: { scopes: ["can't be blank"] } }],
  ["known scopes", { name: "a", scopes: ["x"] }, { message: { scopes: ["can only contain available scopes"] } }],
  ["an array of scopes", { name: "a", scopes: "api" }, { error: "scopes is invalid" }],
  ["a date", { name: "a", scopes: ["api"], expires_at: "soon" }, { error: "expires_at is invalid" }],
  [
    "a name and scopes, and reports both",
    { name: "", scopes: [] },
    { message: { name: ["can't be blank"], scopes: ["can't be blank"] } },
  ],
])("a token requires %s", async (_name, values, body) => {
  expect(await (await createUser()).post(tokens, values)).toMatchObject({ status: 400, body });
});

test("a list shows tokens' attributes without their values", async () => {
  const user = await createUser();
  const { id, token } = await createToken(user);
  const { status, body, text } = await user.get(tokens);
  expect({ status, body, leaks: text.includes(token) }).toMatchObject({ status: 200, body: [{ id }], leaks: false });
});

test("a list has only the user's own tokens", async () => {
  const [user, other] = [await createUser(), await createUser()];
  await createToken(other);
  expect(await user.get(tokens)).toMatchObject({ status: 200, body: [] });
});

test.each([
  ["all", ["revoked", "expired", "active"]],
  ["active", ["active"]],
  ["inactive", ["revoked", "expired"]],
])("state=%s lists %j", async (state, names) => {
  const user = await createUser();
  const { id } = await createToken(user, { name: "revoked" });
  await ok(user.delete(`${tokens}/${id}`));
  await createToken(user, { name: "expired", expires_at: yesterday() });
  await createToken(user, { name: "active", expires_at: today() });
  expect(await user.get(tokens, { state })).toMatchObject({ status: 200, body: names.map((name) => ({ name })) });
});

test("a token can revoke itself", async () => {
  const user = await createUser();
  const { id, token } = await createToken(user);
  await ok(new Caller(token).delete(`${tokens}/${id}`));
  expect(await new Caller(token).get("/user")).toMatchObject({ status: 401, body: { message: "401 Unauthorized" } });
});

test("revoking a token has an empty answer", async () => {
  const user = await createUser();
  const { id } = await createToken(user);
  expect(await user.delete(`${tokens}/${id}`)).toMatchObject({ status: 204, text: "" });
});

test("another user's token cannot be revoked", async () => {
  const [user, other] = [await createUser(), await createUser()];
  const { id } = await createToken(other);
  expect(await user.delete(`${tokens}/${id}`)).toMatchObject(recordNotFound);
});

test("trying to revoke another user's token keeps it valid", async () => {
  const [user, other] = [await createUser(), await createUser()];
  const { id, token } = await createToken(other);
  await user.delete(`${tokens}/${id}`);
  expect(await new Caller(token).get("/user")).toMatchObject({ status: 200, body: { id: other.id } });
});

test("an impersonation token cannot be revoked by the user", async () => {
  const user = await createUser();
  const [{ id }] = await ok(root.get(`/users/${user.id}/impersonation_tokens`));
  expect(await user.delete(`${tokens}/${id}`)).toMatchObject(recordNotFound);
});

test("an unknown token is 404", async () => {
  expect(await (await createUser()).delete(`${tokens}/999999999`)).toMatchObject(recordNotFound);
});

test("a token whose id is not a number is 400", async () => {
  expect(await (await createUser()).delete(`${tokens}/abc`)).toMatchObject({
    status: 400,
    body: { error: "token_id is invalid" },
  });
});

test.each<[string, () => ReturnType<Caller["get"]>]>([
  ["list", () => anonymous.get(tokens)],
  ["create", () => anonymous.post(tokens, { name: "a", scopes: ["api"] })],
  ["revoke", () => anonymous.delete(`${tokens}/1`)],
])("anonymous callers cannot %s tokens", async (_name, ask) => {
  expect(await ask()).toMatchObject({ status: 401, body: { message: "401 Unauthorized" } });
});
