// The static assets under `npm start`, from a Worker of the project's own, compared with Cloudflare's.
import { afterAll, beforeAll, expect, test } from "vitest";
import { OwnServer } from "../support/own-server.ts";
import { server as onMiniflare } from "../support/server.ts";

let server: OwnServer;

beforeAll(async () => {
  server = await OwnServer.start();
});

afterAll(() => server[Symbol.asyncDispose]());

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

test.each(paths)("%s", async (path) => {
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
