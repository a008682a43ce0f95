// Access tokens in API v4
import { describe, expect, test } from "vitest";
import { createAdmin, createUser, ok, root, unique } from "../../../support/actors.ts";
import { Caller } from "../../../support/api.ts";
import { v4, withScopes } from "../../../support/v4.ts";

const self = v4("/personal_access_tokens/self");

const createToken = async (user: Caller, values = {}) =>
  ok(user.post(v4("/user/personal_access_tokens"), { name: unique("token"), scopes: ["api"], ...values }));

test("a token has its user, and its secret once", async () => {
  const user = await createUser();
  const created = await createToken(user, { name: "ci", expires_at: "2099-01-01" });
  expect(created).toMatchObject({ name: "ci", user_id: user.id, scopes: ["api"], active: true, description: null });
  const { status, body } = await user.get(v4(`/personal_access_tokens/${created.id}`));
  expect([status, body.id, body.expires_at, body.last_used_at, "token" in body]).toEqual([
    200,
    created.id,
    "2099-01-01",
    null,
    false,
  ]);
});

describe("the list", () => {
  test("has one's own tokens, filtered by state, revoked and search", async () => {
    const user = await createUser();
    const [kept, gone] = [await createToken(user, { name: "Kept" }), await createToken(user, { name: "Gone" })];
    await ok(user.delete(v4(`/personal_access_tokens/${gone.id}`)));
    const list = async (query: Record<string, string | number | boolean>) =>
      (await ok(user.get(v4("/personal_access_tokens"), query))).map(({ id }: { id: number }) => id);
    const all = await user.get(v4("/personal_access_tokens"));
    expect([all.body.map(({ id }: { id: number }) => id), all.headers.get("x-total")]).toEqual([
      [kept.id, gone.id],
      "2",
    ]);
    expect(await list({ state: "active" })).toEqual([kept.id]);
    expect(await list({ state: "inactive" })).toEqual([gone.id]);
    expect(await list({ revoked: true })).toEqual([gone.id]);
    expect(await list({ revoked: false, search: "kEpT" })).toEqual([kept.id]);
    expect(await list({ user_id: user.id, search: "none" })).toEqual([]);
  });

  test("of another user is for administrators", async () => {
    const [admin, user, other] = [await createAdmin(), await createUser(), await createUser()];
    const token = await createToken(user);
    const query = { user_id: user.id };
    expect((await other.get(v4("/personal_access_tokens"), query)).status).toBe(401);
    expect(await ok(admin.get(v4("/personal_access_tokens"), query))).toMatchObject([{ id: token.id }]);
    const everybody = await ok(admin.get(v4("/personal_access_tokens"), { search: token.name }));
    expect(everybody).toMatchObject([{ id: token.id }]);
  });
});

test("another user's token is 404, for administrators it is not", async () => {
  const [admin, user, other] = [await createAdmin(), await createUser(), await createUser()];
  const { id } = await createToken(user);
  const path = v4(`/personal_access_tokens/${id}`);
  for (const refused of [other.get(path), other.delete(path), other.post(`${path}/rotate`)]) {
    expect((await refused).status).toBe(404);
  }
  expect((await admin.get(path)).status).toBe(200);
  expect(await admin.delete(path)).toMatchObject({ status: 204, body: null });
});

describe("self", () => {
  test("is the token of the request, of any scope", async () => {
    const user = await createUser();
    const caller = await withScopes(user, "read_repository");
    const { status, body } = await caller.get(self);
    expect([status, body.user_id, body.scopes]).toEqual([200, user.id, ["read_repository"]]);
    expect((await caller.get(v4("/personal_access_tokens"))).status).toBe(403);
    expect((await caller.delete(self)).status).toBe(204);
    expect((await caller.get(self)).status).toBe(401);
  });

  test("is refused without a token of one's own", async () => {
    expect(await root.get(self)).toMatchObject({
      status: 400,
      body: { message: "This endpoint requires token type to be a personal access token" },
    });
  });
});

describe("rotation", () => {
  test("revokes the token and makes another one of its name and scopes", async () => {
    const user = await createUser();
    const old = await createToken(user, { scopes: ["read_api"] });
    const { status, body } = await user.post(v4(`/personal_access_tokens/${old.id}/rotate`), {
      expires_at: "2099-12-31",
    });
    expect([status, body.name, body.scopes, body.expires_at]).toEqual([200, old.name, ["read_api"], "2099-12-31"]);
    expect((await new Caller(body.token).get(v4("/user"))).status).toBe(200);
    expect((await new Caller(old.token).get(v4("/user"))).status).toBe(401);
    const again = await user.post(v4(`/personal_access_tokens/${old.id}/rotate`));
    expect([again.status, again.body]).toEqual([400, { message: "token already revoked" }]);
  });

  test("succeeds once of several at the same time", async () => {
    const user = await createUser();
    const { id } = await createToken(user);
    const rotate = () => user.post(v4(`/personal_access_tokens/${id}/rotate`));
    const statuses = (await Promise.all([rotate(), rotate(), rotate()])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 400, 400]);
    expect(await ok(user.get(v4("/personal_access_tokens"), { state: "active" }))).toHaveLength(1);
  });

  test("of self is valid for a week unless a date is given", async () => {
    const user = await createUser();
    const caller = new Caller((await createToken(user)).token);
    const body = await ok(caller.post(`${self}/rotate`));
    const week = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
    expect([body.expires_at, body.user_id]).toEqual([week, user.id]);
    expect((await caller.get(v4("/user"))).status).toBe(401);
  });
});

test("administrators create tokens for users, and tokens that impersonate them", async () => {
  const [admin, user] = [await createAdmin(), await createUser()];
  const values = { name: "made", scopes: ["read_user"] };
  const personal = await admin.post(v4(`/users/${user.id}/personal_access_tokens`), values);
  expect([personal.status, personal.body.user_id, "impersonation" in personal.body]).toEqual([201, user.id, false]);
  expect((await user.post(v4(`/users/${user.id}/personal_access_tokens`), values)).status).toBe(403);
  const path = v4(`/users/${user.id}/impersonation_tokens`);
  const made = await admin.post(path, values);
  expect([made.status, made.body.impersonation, made.body.user_id]).toEqual([201, true, user.id]);
  expect((await admin.get(`${path}/${made.body.id}`)).body.name).toBe("made");
  expect((await ok(admin.get(path, { state: "active" }))).length).toBe(2);
  expect(await admin.delete(`${path}/${made.body.id}`)).toMatchObject({ status: 204, body: null });
});
