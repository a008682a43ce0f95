// /:namespace/:project/raw/:ref/*: bytes that no browser may run
import { expect, test } from "vitest";
import { ok } from "../../support/actors.ts";
import { baseUrl } from "../../support/api.ts";
import { once } from "../../support/once.ts";
import { server } from "../../support/server.ts";
import { createSeeded } from "./seeded.ts";

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1]);
const hostile = "<script>alert(1)</script>";

const lasting = once(() =>
  createSeeded({
    "a.txt": "text",
    "a.html": hostile,
    "a.svg": `<svg xmlns="http://www.w3.org/2000/svg">${hostile}</svg>`,
    "a.js": "alert(1)",
    "a.png": png,
    "a.jpeg": png,
    "a.bin": png,
    "a.pdf": png,
    "d/a.xhtml": hostile,
  }),
);

const raw = (path: string, headers = {}): Promise<Response> => server.fetch(baseUrl + path, { headers });

test.each([
  ["a.txt", "text/plain; charset=utf-8", null],
  ["a.html", "text/plain; charset=utf-8", null],
  ["a.svg", "text/plain; charset=utf-8", null],
  ["a.js", "text/plain; charset=utf-8", null],
  ["d/a.xhtml", "text/plain; charset=utf-8", null],
  ["a.png", "image/png", null],
  ["a.jpeg", "image/jpeg", null],
  ["a.bin", "application/octet-stream", "attachment"],
  ["a.pdf", "application/octet-stream", "attachment"],
])("%s is sent as %s", async (path, type, disposition) => {
  const { home } = await lasting();
  const { status, headers } = await raw(`${home}/raw/main/${path}`);
  expect({
    status,
    type: headers.get("content-type"),
    disposition: headers.get("content-disposition"),
    sniffing: headers.get("x-content-type-options"),
    policy: headers.get("content-security-policy"),
  }).toEqual({ status: 200, type, disposition, sniffing: "nosniff", policy: "default-src 'none'; sandbox" });
});

test("the bytes are the file's, with the entity tag of the API", async () => {
  const { home, owner, project } = await lasting();
  const response = await raw(`${home}/raw/main/a.bin`);
  const { headers } = await owner.get(`/projects/${project.id}/repository/blobs/main`, { filepath: "a.bin" });
  expect({ etag: response.headers.get("etag"), bytes: new Uint8Array(await response.arrayBuffer()) }).toEqual({
    etag: headers.get("etag"),
    bytes: png,
  });
});

test("a browser that has the file receives 304", async () => {
  const { home } = await lasting();
  const etag = (await raw(`${home}/raw/main/a.txt`)).headers.get("etag") ?? "";
  const { status, headers } = await raw(`${home}/raw/main/a.txt`, { "if-none-match": etag });
  expect({ status, etag: headers.get("etag") }).toEqual({ status: 304, etag });
});

test("a branch whose slashes are not encoded is found", async () => {
  const { home, owner, project } = await lasting();
  await ok(owner.post(`/projects/${project.id}/repository/branches`, { branch_name: "feature/raw", ref: "main" }));
  const response = await server.fetch(`${baseUrl}${home}/raw/feature/raw/a.txt`, { redirect: "manual" });
  expect([response.status, response.headers.get("location")]).toEqual([303, `${home}/raw/feature%2Fraw/a.txt`]);
});
