// `npm start` from nothing to its end: one server, which the last test ends. Its static assets, from a Worker of the
// project's own, are compared with Cloudflare's. start-again.test.ts has what takes other servers.
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectRoot } from "../../scripts/project.ts";
import { isListening } from "../support/is-listening.ts";
import { OwnServer } from "../support/own-server.ts";
import { sendRaw } from "../support/raw-request.ts";
import { isSample } from "../support/sample.ts";
import { server as onMiniflare } from "../support/server.ts";

let server: OwnServer;
/** Before the start. */
let before: string[];

async function foldersInDist(): Promise<string[]> {
  const entries = await readdir(join(projectRoot, "dist"), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

beforeAll(async () => {
  before = await foldersInDist();
  // A first start migrates the database, for which it starts a second workerd. In a sample only the setup of the run does.
  server = await (isSample ? OwnServer.start() : OwnServer.startFirst());
});

afterAll(() => server[Symbol.asyncDispose]());

test("a response without a body announces no encoding, regardless of Accept-Encoding", async () => {
  const call = (method: string, path: string, values: Record<string, string> = {}) => {
    const body = method === "POST" ? new URLSearchParams(values) : null;
    return server.call(path, { method, body, headers: { "accept-encoding": "gzip, deflate, br" } });
  };
  const { path_with_namespace: name } = JSON.parse(await (await call("POST", "/projects", { name: "p" })).text());
  const project = `/projects/${encodeURIComponent(name)}`;
  const { id } = JSON.parse(await (await call("POST", "/groups", { name: "g", path: "g" })).text());
  await call("POST", `${project}/share`, { group_id: String(id), group_access: "30" });
  await call("POST", `${project}/star`);
  const answers = [await call("POST", `${project}/star`), await call("DELETE", `${project}/share/${id}`)];
  expect(answers.map(({ status, headers }) => ({ status, encoding: headers.get("content-encoding") }))).toEqual([
    { status: 304, encoding: null },
    { status: 204, encoding: null },
  ]);
});

test("requests with an unreadable URL are 400, and URLs in responses begin with https behind a reverse proxy that reports TLS", async () => {
  const raw = (...head: string[]) => sendRaw(head, [], server.origin);
  const unreadable = [
    await raw("GET /api/v3/version HTTP/1.1", "Host: a b"),
    await raw("GET /api/v3/version HTTP/1.1", "Host: %"),
    await raw("GET * HTTP/1.1", "Host: localhost"),
  ];
  const message = "400 Bad Request: the Host header or the request line is not valid";
  expect(unreadable.map(({ status, text }) => [status, JSON.parse(text)])).toEqual(
    unreadable.map(() => [400, { message }]),
  );
  const host = ["Host: git.example.com", "X-Forwarded-Proto: https", `PRIVATE-TOKEN: ${server.token}`];
  const { headers } = await raw("GET /api/v3/groups HTTP/1.1", ...host);
  expect(headers.get("link")).toContain("<https://git.example.com/api/v3/groups?");
});

test("a server does not start with variables for which the Worker would answer every request with 500", async () => {
  const wrong = { ROOT_TOKEN: "seven77", EXTERNAL_URL: "git.example.com" };
  await expect(OwnServer.start(wrong)).rejects.toThrow(
    "EXTERNAL_URL: is no http or https URL; ROOT_TOKEN: must have at least 8 characters",
  );
});

/** Without what differs between two requests, or between two copies of a file. */
async function summary(origin: string, path: string, init: RequestInit) {
  const response = await fetch(origin + path, { redirect: "manual", ...init });
  const names = ["content-type", "location", "cache-control", "content-security-policy", "access-control-allow-origin"];
  const headers = Object.fromEntries(names.map((name) => [name, response.headers.get(name)]));
  const text = (await response.text()).replaceAll(origin, "");
  return { path, status: response.status, hasTag: response.headers.has("etag"), headers, text };
}

const paths = [
  "/docs",
  "/docs/",
  "/docs/index",
  "/docs/index.html",
  "/docs/index.html?page=2",
  "/docs/index/",
  "/docs/testing",
  "/docs/testing/",
  "/docs/testing.html",
  "/docs/testing.md",
  "/docs/%74esting",
  "/docs/guide",
  "/docs/guide/",
  "/docs/guide/README",
  "/docs/guide/none",
  "/docs/swagger-ui/LICENSE",
  "/docs/..%2fllms.txt",
  "/docs/%",
  "/llms.txt",
  "/-/assets/style.css",
  "/-/assets/icon.svg",
  "/-/assets/hljs/core.js",
  "/-/assets/none.js",
  "/api/v3/openapi.json",
  "/api/v4/openapi.json",
];

test.each(paths)("%s is served as by Miniflare", async (path) => {
  for (const method of ["GET", "HEAD"]) {
    expect(await summary(server.origin, path, { method })).toEqual(await summary(onMiniflare.origin, path, { method }));
  }
});

test("an asset that the client has is not sent again", async () => {
  const url = `${server.origin}/-/assets/style.css`;
  const first = await fetch(url);
  await first.text();
  const again = await fetch(url, { headers: { "if-none-match": first.headers.get("etag") ?? "" } });
  expect([again.status, await again.text()]).toEqual([304, ""]);
});

test("the server listens on PORT with ROOT_TOKEN, keeps its state in STATE_DIR and no folder in dist, and frees the port on Ctrl-C", async () => {
  expect(server.output).toContain(`http://127.0.0.1:${server.port}`);
  expect(server.output).toContain(`http://127.0.0.1:${server.port}/-/sign_in`);
  expect(server.output).toContain(`curl -H 'PRIVATE-TOKEN: ${server.token}'`);
  expect((await fetch(`${server.origin}/api/v3/groups`)).status).toBe(401);
  expect((await server.call("/groups")).status).toBe(200);
  expect(await readdir(server.stateDir)).toContain("v3");
  // What all servers share, and what tests beside this one build for wrangler.
  const shared = [...before, "compile-cache", "worker"];
  expect((await foldersInDist()).filter((name) => !shared.includes(name))).toEqual([]);
  expect(await server.end("SIGINT")).toEqual([0, null]);
  expect(await isListening(server.port)).toBe(false);
});
