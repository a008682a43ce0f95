// /-/assets/*: the stylesheet and the modules of the pages
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { baseUrl } from "../support/api.ts";
import { server } from "../support/server.ts";

const load = (path: string): Promise<Response> => server.fetch(`${baseUrl}/-/assets/${path}`, {});

test.each([
  ["style.css", "text/css; charset=utf-8"],
  ["highlight.js", "text/javascript; charset=utf-8"],
  ["code-lines.js", "text/javascript; charset=utf-8"],
  ["hljs/core.js", "text/javascript; charset=utf-8"],
  ["hljs/typescript.js", "text/javascript; charset=utf-8"],
  ["hljs/LICENSE.txt", "text/plain; charset=utf-8"],
])("%s is served as %s", async (path, type) => {
  const { status, headers } = await load(path);
  expect([status, headers.get("content-type"), headers.get("x-content-type-options")]).toEqual([200, type, "nosniff"]);
});

test("what a page of a file loads besides itself weighs less than 20 KiB gzipped", async () => {
  const loaded = ["style.css", "highlight.js", "code-lines.js", "hljs/core.js", "hljs/typescript.js"];
  const sizes = await Promise.all(loaded.map(async (path) => gzipSync(await (await load(path)).bytes()).length));
  expect(sizes.reduce((sum, size) => sum + size, 0) / 1024).toBeLessThan(20);
});

test("an asset that does not exist is answered like any unknown address, and the answer is not stored", async () => {
  const response = await load("hljs/none.js");
  expect({
    status: response.status,
    cache: response.headers.get("cache-control"),
    body: await response.text(),
  }).toEqual({ status: 404, cache: "no-store", body: '{"error":"404 Not Found"}' });
});
