// Which requests reach an endpoint: unknown routes and methods, HEAD, extra slashes; and CORS.
import { expect, test } from "vitest";
import { anonymous, createUser, root } from "../support/actors.ts";
import { baseUrl, send } from "../support/api.ts";
import { createGroup, createIssue, createProject } from "../support/factories.ts";
import { OwnWorker } from "../support/own-worker.ts";

const unknownRoute = { status: 404, body: { error: "404 Not Found" } };

test.each([
  "/nothing",
  "/groups/1/nothing",
  "/projects/1/nothing",
  "/projects/group/project",
  "/users/root",
  "/users/-1",
  "/users/1e3",
  "/users/1.0",
  "/users/%31a",
  "/Groups",
])("GET %s is no route, even without credentials", async (path) => {
  expect(await anonymous.get(path)).toMatchObject(unknownRoute);
});

test("the description of the API is no route of a Worker without its static assets", async () => {
  const worker = await OwnWorker.start({});
  expect(await worker.call("GET", "/openapi.json")).toMatchObject(unknownRoute);
});

test.each(["/api", "/api/v3", "/api/v5/version", "/version"])("%s is no route", async (path) => {
  expect(await send(baseUrl + path)).toMatchObject(unknownRoute);
});

test.each([
  ["PATCH", "/groups/1"],
  ["DELETE", "/groups"],
  ["PUT", "/users"],
  ["POST", "/version"],
  ["GET", "/session"],
  ["PUT", "/projects/1/star"],
  ["DELETE", "/user"],
])("%s %s is no route", async (method, path) => {
  expect(await send(path, { method, headers: root.headers })).toMatchObject(unknownRoute);
});

test("GET /version has the compatible GitLab version, for everybody", async () => {
  expect(await anonymous.get("/version")).toMatchObject({
    status: 200,
    body: { version: expect.stringMatching(/^8\.16\.\d+$/), revision: expect.any(String) },
  });
});

test("HEAD of one object is GET without the body", async () => {
  const user = await createUser();
  const group = await createGroup(user);
  const answer = await user.head(`/groups/${group.id}`);
  expect([answer.status, answer.text, answer.headers.get("content-type")]).toEqual([200, "", "application/json"]);
});

test("HEAD of a list has its size", async () => {
  const user = await createUser();
  await createGroup(user);
  const answer = await user.head("/groups");
  expect([answer.status, answer.text, answer.headers.get("x-total")]).toEqual([200, "", "1"]);
});

test.each([
  [401, "/groups", anonymous],
  [404, "/groups/999999999", root],
  [404, "/nothing", root],
  [404, "/session", root],
  [400, "/groups?page=a", root],
] as const)("HEAD is %i where GET is: %s", async (status, path, caller) => {
  expect(await caller.head(path)).toMatchObject({ status, text: "" });
});

test.each(["/groups/", "//groups", "/groups//", "///groups///"])("%s is /groups", async (path) => {
  const user = await createUser();
  const group = await createGroup(user);
  expect(await user.get(path)).toMatchObject({ status: 200, body: [{ id: group.id }] });
});

test("slashes collapse anywhere in a path", async () => {
  const user = await createUser();
  const project = await createProject(user);
  const issue = await createIssue(user, project);
  const url = `${baseUrl}//api//v3///projects//${project.id}//issues//?state=opened`;
  expect(await send(url, { headers: user.headers })).toMatchObject({ status: 200, body: [{ id: issue.id }] });
});

test("slashes collapse for writes", async () => {
  const user = await createUser();
  const group = await createGroup(user);
  expect(await user.put(`//groups/${group.id}/`, { description: "new" })).toMatchObject({
    status: 200,
    body: { description: "new" },
  });
});

test("an encoded slash at the end of an id does not collapse", async () => {
  const user = await createUser();
  const group = await createGroup(user);
  expect(await user.get(`/groups/${group.path}%2F`)).toMatchObject({
    status: 404,
    body: { message: "404 Group Not Found" },
  });
});

test("every response has a request id of its own", async () => {
  const [first, second] = await Promise.all([anonymous.get("/version"), anonymous.get("/nothing")]);
  const ids = [first, second].map(({ headers }) => headers.get("x-request-id") ?? "");
  expect([new Set(ids).size, ids.every((id) => /^[0-9a-f-]{36}$/.test(id))]).toEqual([2, true]);
});

const browser = { origin: "https://app.example.com" };
const words = (header: string | null): string[] => (header ?? "").toLowerCase().split(/\s*,\s*/);

const preflight = (path: string) =>
  send(path, {
    method: "OPTIONS",
    headers: {
      ...browser,
      "access-control-request-method": "PUT",
      "access-control-request-headers": "private-token,content-type",
    },
  });

test.each(["/groups/1", "/projects/a%2Fb/issues", "/user"])("a browser may preflight %s", async (path) => {
  const { status, headers } = await preflight(path);
  expect([status, headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
});

test.each(["get", "head", "post", "put", "delete"])("a browser may %s", async (method) => {
  const { headers } = await preflight("/groups/1");
  expect(words(headers.get("access-control-allow-methods"))).toContain(method);
});

test.each(["private-token", "authorization", "sudo", "content-type", "prefer", "x-request-id"])(
  "a browser may send %s",
  async (name) => {
    const { headers } = await preflight("/groups/1");
    expect(words(headers.get("access-control-allow-headers"))).toContain(name);
  },
);

test.each([
  "x-total",
  "x-total-pages",
  "x-per-page",
  "x-page",
  "x-next-page",
  "x-prev-page",
  "link",
  "x-request-id",
  "server-timing",
  "retry-after",
  "ratelimit-reset",
])("a browser may read %s", async (name) => {
  const { headers } = await send("/version", { headers: browser });
  expect(words(headers.get("access-control-expose-headers"))).toContain(name);
});

test.each([
  [200, "/version"],
  [400, "/groups?page=a"],
  [401, "/user"],
  [404, "/nothing"],
])("a browser may read a %i", async (status, path) => {
  const headers = status === 400 ? { ...browser, ...root.headers } : browser;
  const answer = await send(path, { headers });
  expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([status, "*"]);
});

test("cookies are never requested", async () => {
  const { headers } = await send("/version", { headers: browser });
  expect(headers.get("access-control-allow-credentials")).toBeNull();
});
