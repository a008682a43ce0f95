// What holds for every endpoint of API v4: addresses, credentials, scopes, pages and refusals.
import { expect, test } from "vitest";
import { anonymous, createUser, ok, root } from "../../../support/actors.ts";
import { baseUrl, Caller, send } from "../../../support/api.ts";
import { v4, withScopes } from "../../../support/v4.ts";

test("GET /version names a GitLab that has drafts and reviewers but no merge trains", async () => {
  const { status, body } = await anonymous.get(v4("/version"));
  expect({ status, body }).toEqual({ status: 200, body: { version: "17.10.0", revision: "tributary" } });
});

test("GET /metadata adds the parts that do not run", async () => {
  const { status, body } = await anonymous.get(v4("/metadata"));
  const kas = { enabled: false, externalUrl: null, version: null };
  expect({ status, body }).toEqual({
    status: 200,
    body: { version: "17.10.0", revision: "tributary", kas, enterprise: false },
  });
});

test.each(["/nowhere", "/projects/1/nowhere", "/session"])("the unknown route %s is 404 in JSON", async (path) => {
  const { status, body, headers } = await send(v4(path), { headers: { accept: "text/html" } });
  expect({ status, body, type: headers.get("content-type") }).toEqual({
    status: 404,
    body: { error: "404 Not Found" },
    type: "application/json",
  });
});

test("the token is read from PRIVATE-TOKEN, from a bearer and from private_token", async () => {
  const { token, username } = await createUser();
  const answers = await Promise.all([
    send(v4("/user"), { headers: { "PRIVATE-TOKEN": `${token}` } }),
    send(v4("/user"), { headers: { authorization: `Bearer ${token}` } }),
    send(v4(`/user?private_token=${token}`)),
  ]);
  expect(answers.map(({ status, body }) => [status, body.username])).toEqual(Array(3).fill([200, username]));
});

test.each([
  ["no token", {}],
  ["a job's token", { "JOB-TOKEN": "64_abc" }],
  ["an unknown token", { "PRIVATE-TOKEN": "glpat-unknown" }],
])("%s is 401", async (_, headers) => {
  const { status, body } = await send(v4("/user"), { headers });
  expect({ status, body }).toEqual({ status: 401, body: { message: "401 Unauthorized" } });
});

const insufficient = (scope: string) => ({
  status: 403,
  body: {
    error: "insufficient_scope",
    error_description: "The request requires higher privileges than provided by the access token.",
    scope,
  },
});

test.each([
  ["read_api", "GET", "/user", 200],
  ["read_user", "GET", "/user", 200],
  ["read_user", "GET", "/users", 200],
  ["read_api", "GET", "/namespaces", 200],
  ["api", "GET", "/namespaces", 200],
])("a token of scope %s may %s %s", async (scope, method, path, status) => {
  const caller = await withScopes(await createUser(), scope);
  expect((await send(v4(path), { method, headers: caller.headers })).status).toBe(status);
});

test.each([
  ["read_repository", "/user", "api read_api read_user"],
  ["write_repository", "/user", "api read_api read_user"],
  ["read_user", "/namespaces", "api read_api"],
])("a token of scope %s may not GET %s in v4", async (scope, path, needed) => {
  const caller = await withScopes(await createUser(), scope);
  const { status, body } = await caller.get(v4(path));
  expect({ status, body }).toEqual(insufficient(needed));
});

test.each(["read_api", "read_repository", "write_repository"])("a token of scope %s is 401 in v3", async (scope) => {
  const caller = await withScopes(await createUser(), scope);
  const { status, body } = await caller.get("/user");
  expect({ status, body }).toEqual({ status: 401, body: { message: "401 Unauthorized" } });
});

test("a revoked token is 401, whatever its scope", async () => {
  const user = await createUser();
  const tokens = `/users/${user.id}/impersonation_tokens`;
  const created = await ok(root.post(tokens, { name: "x", scopes: ["read_user"] }));
  await ok(root.delete(`${tokens}/${created.id}`));
  const { status, body } = await new Caller(created.token).get(v4("/namespaces"));
  expect({ status, body }).toEqual({ status: 401, body: { message: "401 Unauthorized" } });
});

test("an empty list has one page", async () => {
  const { status, body, headers } = await (await createUser()).get(v4("/users"), { username: "nobody" });
  const named = ["x-total", "x-total-pages", "x-page", "x-per-page", "x-next-page", "x-prev-page"];
  expect({ status, body, pages: named.map((name) => headers.get(name)) }).toEqual({
    status: 200,
    body: [],
    pages: ["0", "1", "1", "20", "", ""],
  });
  const address = `${baseUrl}/api/v4/users?page=1&per_page=20&username=nobody`;
  expect(headers.get("link")).toBe(`<${address}>; rel="first", <${address}>; rel="last"`);
});

test("Link names the next page at the address that was called", async () => {
  const user = await createUser();
  const { headers } = await user.get(v4("/users"), { per_page: 1 });
  expect(headers.get("link")).toContain(`<${baseUrl}/api/v4/users?page=2&per_page=1>; rel="next"`);
});

test("every answer is open to browsers", async () => {
  const { headers } = await send(v4("/version"));
  expect(headers.get("access-control-allow-origin")).toBe("*");
});

test("a read has an entity tag, and is 304 for who knows it", async () => {
  const { status, text, headers } = await send(v4("/version"));
  const again = await send(v4("/version"), { headers: { "if-none-match": `${headers.get("etag")}` } });
  expect([status, text.length > 0, again.status, again.text]).toEqual([200, true, 304, ""]);
});
