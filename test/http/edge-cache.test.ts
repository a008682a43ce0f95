// EDGE_CACHE_SECONDS: anonymous responses come from the cache, and nobody gets the response of somebody else.
import { expect, test } from "vitest";
import { generateToken } from "../../src/permissions/token.ts";
import { once } from "../support/once.ts";
import { OwnWorker } from "../support/own-worker.ts";

const PUBLIC = 20;

const setting = once(async () => {
  const worker = await OwnWorker.start({ EDGE_CACHE_SECONDS: "60" });
  return { worker, owner: await worker.createUser("owner") };
});

let count = 0;

/** A public project whose cached anonymous response has an old name. */
async function staleProject() {
  const { worker, owner } = await setting();
  count += 1;
  const attributes = { name: `old-${count}`, visibility_level: PUBLIC };
  const { id } = await worker.ok("POST", "/projects", { token: owner.token, body: attributes });
  const path = `/projects/${id}`;
  const cached = await worker.call("GET", path);
  await worker.settle();
  await worker.ok("PUT", path, { token: owner.token, body: { name: `new-${count}` } });
  return { worker, owner, path, cached };
}

test("an anonymous response is served again for that many seconds", async () => {
  const { worker, path, cached } = await staleProject();
  const again = await worker.call("GET", path);
  expect([again.status, again.body.name, again.headers.get("cache-control")]).toEqual([
    200,
    expect.stringContaining("old"),
    "public, max-age=0, s-maxage=60",
  ]);
  expect(again.headers.get("etag")).toBe(cached.headers.get("etag"));
});

test("every cached response has an id of its own request", async () => {
  const { worker, path, cached } = await staleProject();
  const again = await worker.call("GET", path);
  expect(again.headers.get("x-request-id")).not.toBe(cached.headers.get("x-request-id"));
});

test("a client that knows the cached response gets a 304", async () => {
  const { worker, path, cached } = await staleProject();
  const headers = { "if-none-match": cached.headers.get("etag") ?? "" };
  const { status, text, headers: given } = await worker.call("GET", path, { headers });
  expect([status, text, given.get("cache-control")]).toEqual([304, "", "public, max-age=0, s-maxage=60"]);
});

test("a HEAD keeps the response of GET, with its body", async () => {
  const { worker, owner } = await setting();
  count += 1;
  const attributes = { name: `old-${count}`, visibility_level: PUBLIC };
  const { id } = await worker.ok("POST", "/projects", { token: owner.token, body: attributes });
  const head = await worker.call("HEAD", `/projects/${id}`);
  await worker.settle();
  await worker.ok("PUT", `/projects/${id}`, { token: owner.token, body: { name: `new-${count}` } });
  const get = await worker.call("GET", `/projects/${id}`);
  expect([head.text, get.body.name, get.headers.get("etag")]).toEqual(["", attributes.name, head.headers.get("etag")]);
});

test("Vary names every header that may distinguish callers", async () => {
  const { cached } = await staleProject();
  expect(cached.headers.get("vary")).toBe(
    "Authorization, Content-Length, Content-Type, Private-Token, Sudo, Transfer-Encoding, X-D1-Bookmark",
  );
});

test.each<[string, (token: string) => { query?: string; headers?: Record<string, string> }]>([
  ["PRIVATE-TOKEN", (token) => ({ headers: { "private-token": token } })],
  ["a Bearer token", (token) => ({ headers: { authorization: `Bearer ${token}` } })],
  ["the parameter private_token", (token) => ({ query: `?private_token=${token}` })],
  ["the parameter access_token", (token) => ({ query: `?access_token=${token}` })],
  ["an unknown token", () => ({ headers: { "private-token": generateToken() } })],
  ["a malformed token", () => ({ headers: { "private-token": "mistyped" } })],
  ["another kind of credentials", () => ({ headers: { authorization: "Basic dTpw" } })],
  [
    "a bookmark",
    () => ({ headers: { "x-d1-bookmark": "00000001-00000001-00000001-00000000000000000000000000000000" } }),
  ],
])("a request with %s gets a response of its own, which is not kept", async (_, credentials) => {
  const { worker, owner, path } = await staleProject();
  const { query = "", headers = {} } = credentials(owner.token);
  const own = await worker.call("GET", path + query, { headers });
  await worker.settle();
  const anonymous = await worker.call("GET", path);
  expect([own.status, own.body.name, own.headers.get("cache-control"), anonymous.body.name]).toEqual([
    200,
    expect.stringContaining("new"),
    "private, no-cache",
    expect.stringContaining("old"),
  ]);
});

test("sudo gets a response of its own", async () => {
  const { worker, path } = await staleProject();
  const own = await worker.call("GET", path, { token: worker.token, headers: { sudo: "owner" } });
  expect([own.body.name, own.headers.get("cache-control")]).toEqual([
    expect.stringContaining("new"),
    "private, no-cache",
  ]);
});

test("the response to somebody signed in is not served to the anonymous", async () => {
  const { worker, owner } = await setting();
  count += 1;
  const { id } = await worker.ok("POST", "/projects", { token: owner.token, body: { name: `p${count}` } });
  const own = await worker.call("GET", `/projects/${id}`, { token: owner.token });
  await worker.settle();
  expect([own.status, (await worker.call("GET", `/projects/${id}`)).status]).toEqual([200, 404]);
});

test("a refusal is not kept", async () => {
  const { worker, owner } = await setting();
  count += 1;
  const { id } = await worker.ok("POST", "/projects", { token: owner.token, body: { name: `p${count}` } });
  const refused = await worker.call("GET", `/projects/${id}`);
  await worker.settle();
  await worker.ok("PUT", `/projects/${id}`, { token: owner.token, body: { visibility_level: PUBLIC } });
  expect([
    refused.status,
    refused.headers.get("cache-control"),
    (await worker.call("GET", `/projects/${id}`)).status,
  ]).toEqual([404, "no-store", 200]);
});

test("what needs a signed-in user is private", async () => {
  const { worker, owner } = await setting();
  const { headers } = await worker.call("GET", "/issues", { token: owner.token });
  expect(headers.get("cache-control")).toBe("private, no-cache");
});
