// The caller of a request: where tokens are read, which are valid, and where one is required.
import { expect, test } from "vitest";
import { routes } from "../../src/api/v3/index.ts";
import { Actor, anonymous, createAdmin, createUser, ok, root } from "../support/actors.ts";
import { type Answer, Caller, send, type Values } from "../support/api.ts";
import { today, tomorrow, yesterday } from "../support/days.ts";
import { createGroup, createProject } from "../support/factories.ts";

const unauthorized = { status: 401, body: { message: "401 Unauthorized" } };
const signedInAs = (user: Actor) => ({ status: 200, body: { id: user.id, username: user.username } });

/** The user with another of their tokens. */
async function withToken(user: Actor, attributes: Values = {}): Promise<Actor> {
  const { token } = await ok(
    root.post(`/users/${user.id}/impersonation_tokens`, { name: "another", scopes: ["api"], ...attributes }),
  );
  return new Actor(user.id, user.username, token);
}

test("a request without credentials is 401 where authentication is required", async () => {
  expect(await anonymous.get("/groups")).toMatchObject(unauthorized);
});

test("ROOT_TOKEN is root's private token", async () => {
  expect(await root.get("/user")).toMatchObject({ status: 200, body: { id: 1, username: "root", is_admin: true } });
});

test.each<[string, (token: string) => Promise<Answer>]>([
  ["the header PRIVATE-TOKEN", (token) => send("/user", { headers: { "PRIVATE-TOKEN": token } })],
  ["the header Authorization", (token) => send("/user", { headers: { authorization: `Bearer ${token}` } })],
  ["the parameter private_token", (token) => anonymous.get("/user", { private_token: token })],
  ["the parameter access_token", (token) => anonymous.get("/user", { access_token: token })],
])("an impersonation token in %s authenticates the user", async (_name, ask) => {
  const user = await createUser();
  expect(await ask(user.token ?? "")).toMatchObject(signedInAs(user));
});

test("a personal access token authenticates the user", async () => {
  const user = await createUser();
  const { token } = await ok(user.post("/user/personal_access_tokens", { name: "mine", scopes: ["api"] }));
  expect(await new Caller(token).get("/user")).toMatchObject(signedInAs(user));
});

test.each<[string, (values: Record<string, string>) => RequestInit]>([
  ["a form", (values) => ({ body: new URLSearchParams(values) })],
  ["JSON", (values) => ({ body: JSON.stringify(values), headers: { "content-type": "application/json" } })],
])("private_token is read from the body: %s", async (_name, init) => {
  const user = await createUser();
  const group = await createGroup(user);
  const values = { private_token: user.token ?? "", description: "new" };
  expect(await send(`/groups/${group.id}`, { method: "PUT", ...init(values) })).toMatchObject({
    status: 200,
    body: { description: "new" },
  });
});

test.each<[string, (right: Actor, wrong: string) => Promise<Answer>]>([
  ["private_token takes precedence over PRIVATE-TOKEN", (right, wrong) => right.get("/user", { private_token: wrong })],
  ["an empty private_token takes precedence over PRIVATE-TOKEN", (right) => right.get("/user", { private_token: "" })],
  [
    "private_token takes precedence over access_token",
    (right, wrong) => anonymous.get("/user", { private_token: wrong, access_token: right.token }),
  ],
  [
    "PRIVATE-TOKEN takes precedence over Bearer",
    (right, wrong) => send("/user", { headers: { "PRIVATE-TOKEN": wrong, authorization: `Bearer ${right.token}` } }),
  ],
])("a wrong token is 401 despite a right one: %s", async (_name, ask) => {
  expect(await ask(await createUser(), "wrong")).toMatchObject(unauthorized);
});

test("a right private_token is accepted despite a wrong PRIVATE-TOKEN", async () => {
  const user = await createUser();
  expect(await new Caller("wrong").get("/user", { private_token: user.token })).toMatchObject(signedInAs(user));
});

test.each<[string, (token: string) => string]>([
  ["empty", () => ""],
  ["short", () => "x"],
  ["a prefix alone", () => "trb_"],
  ["cut", (token) => token.slice(0, -1)],
  ["longer", (token) => `${token}0`],
  ["mistyped", (token) => token.slice(0, 10) + (token[10] === "a" ? "b" : "a") + token.slice(11)],
  ["invented", () => `trb_${"0".repeat(36)}`],
  ["upper case", (token) => token.toUpperCase()],
  ["quoted", (token) => `'${token}'`],
  ["SQL", () => "' or '1'='1"],
  ["10 000 characters", () => "x".repeat(10_000)],
  ["not ASCII", () => "\u{1F600}\0é"],
])("a token that is %s is refused", async (_name, distort) => {
  const user = await createUser();
  expect(await anonymous.get("/user", { private_token: distort(user.token ?? "") })).toMatchObject(unauthorized);
});

test.each(["Basic", "Token", ""])("Authorization: %s is no Bearer token", async (scheme) => {
  const user = await createUser();
  expect(await send("/user", { headers: { authorization: `${scheme} ${user.token}` } })).toMatchObject(unauthorized);
});

test("a token is valid through the day it expires", async () => {
  const user = await createUser();
  expect(await (await withToken(user, { expires_at: today() })).get("/user")).toMatchObject(signedInAs(user));
});

test("a token that expires tomorrow is valid", async () => {
  const user = await createUser();
  expect(await (await withToken(user, { expires_at: tomorrow() })).get("/user")).toMatchObject(signedInAs(user));
});

/** Callers whose token is not valid, or is not valid any more. */
const uncounted: [string, (user: Actor) => Promise<Caller>][] = [
  ["expired", (user) => withToken(user, { expires_at: yesterday() })],
  [
    "revoked",
    async (user) => {
      const path = `/users/${user.id}/impersonation_tokens`;
      const { id, token } = await ok(root.post(path, { name: "revoked", scopes: ["api"] }));
      await ok(root.delete(`${path}/${id}`));
      return new Caller(token);
    },
  ],
  [
    "of a blocked user",
    async (user) => {
      await ok(root.put(`/users/${user.id}/block`));
      return user;
    },
  ],
  [
    "of a deleted user",
    async (user) => {
      await ok(root.delete(`/users/${user.id}`));
      return user;
    },
  ],
];

test.each(uncounted)("a token that is %s is 401 where authentication is required", async (_name, caller) => {
  expect(await (await caller(await createUser())).get("/user")).toMatchObject(unauthorized);
});

/** As {@link uncounted}, and a token without the required scope. */
const anonymousOnes: typeof uncounted = [
  ...uncounted,
  ["malformed", async () => new Caller("wrong")],
  ["for reading users", (user) => withToken(user, { scopes: ["read_user"] })],
];

test.each(anonymousOnes)(
  "with a token that is %s a public project is shown as to anonymous callers",
  async (_name, caller) => {
    const project = await createProject(await createUser(), { visibility_level: 20 });
    const { status, body } = await (await caller(await createUser())).get(`/projects/${project.id}`);
    expect({ status, keys: Object.keys(body).sort() }).toEqual({
      status: 200,
      keys: ["http_url_to_repo", "id", "name", "name_with_namespace", "path", "path_with_namespace", "web_url"],
    });
  },
);

test.each(anonymousOnes)("with a token that is %s one's own private project is not shown", async (_name, caller) => {
  const user = await createUser();
  const project = await createProject(user);
  expect(await (await caller(user)).get(`/projects/${project.id}`)).toMatchObject({
    status: 404,
    body: { message: "404 Project Not Found" },
  });
});

test("an unblocked user's tokens are valid again", async () => {
  const user = await createUser();
  await ok(root.put(`/users/${user.id}/block`));
  await ok(root.put(`/users/${user.id}/unblock`));
  expect(await user.get("/user")).toMatchObject(signedInAs(user));
});

test.each(["/user", "/users", "/users/1"])("a token of scope read_user can GET %s", async (path) => {
  const reader = await withToken(await createUser(), { scopes: ["read_user"] });
  expect(await reader.get(path)).toMatchObject({ status: 200 });
});

test("a token of both scopes can do everything", async () => {
  const user = await withToken(await createUser(), { scopes: ["read_user", "api"] });
  expect(await user.get("/groups")).toMatchObject({ status: 200, body: [] });
});

test.each(["/groups", "/groups/owned", "/projects", "/namespaces", "/user/personal_access_tokens"])(
  "a token of scope read_user cannot GET %s",
  async (path) => {
    const reader = await withToken(await createUser(), { scopes: ["read_user"] });
    expect(await reader.get(path)).toMatchObject(unauthorized);
  },
);

test("a token of scope read_user can change nothing, not even an administrator's", async () => {
  const admin = await createAdmin();
  const reader = await withToken(admin, { scopes: ["read_user"] });
  expect(await reader.put(`/users/${admin.id}`, { bio: "changed" })).toMatchObject(unauthorized);
});

/** All routes of groups, users, namespaces and members, and those of projects that write or are about the caller. */
const wantsUser = (method: string, path: string) =>
  /^\/(groups|users?|namespaces)(\/|$)/.test(path) ||
  (path.startsWith("/projects") && method !== "GET") ||
  /^\/projects(\/(owned|starred|all|:id\/members.*))?$/.test(path);

test.each(
  routes
    .filter(({ method, path }) => wantsUser(method, path))
    .map(({ method, path }) => [method, path.replace(/:\w+(\{[^}]*\})?/g, "1")] as const),
)("%s %s is 401 for anonymous callers", async (method, path) => {
  expect(await send(path, { method })).toMatchObject(unauthorized);
});

test.each(["", "/users"])("GET /projects/:id%s of a public project is open to anonymous callers", async (rest) => {
  const project = await createProject(await createUser(), { visibility_level: 20 });
  expect(await anonymous.get(`/projects/${project.id}${rest}`)).toMatchObject({ status: 200 });
});

test.each(["/projects/visible", "/projects/search/anything", "/version"])(
  "GET %s is open to anonymous callers",
  async (path) => {
    expect(await anonymous.get(path)).toMatchObject({ status: 200 });
  },
);
