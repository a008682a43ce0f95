// GET /docs, its pages, and the texts for agents, from the built Worker.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { v3 } from "../../src/api/v3/dialect.ts";
import { v4 } from "../../src/api/v4/dialect.ts";
import { createUser } from "../support/actors.ts";
import { createProject } from "../support/factories.ts";
import { server } from "../support/server.ts";

const docs = join(import.meta.dirname, "../../docs");
const pages = readdirSync(docs, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".md"));

async function read(path: string): Promise<{ status: number; type: string | null; text: string; headers: Headers }> {
  const { status, headers, ...response } = await get(path);
  return { status, type: headers.get("content-type"), text: await response.text(), headers };
}

async function get(path: string) {
  const response = await server.fetch(`${server.origin}${path}`, { redirect: "follow" });
  return { status: response.status, headers: response.headers, text: () => response.text() };
}

const statuses = new Map<string, Promise<number>>();

/** Of what a link leads to, asked once: every page links to the same styles. */
function statusOf(path: string): Promise<number> {
  const status = statuses.get(path) ?? get(path).then((answer) => answer.status);
  statuses.set(path, status);
  return status;
}

/** The URLs of links, scripts and styles of a page. */
const linksIn = (html: string): string[] =>
  [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, url]) => (url ?? "").replaceAll("&amp;", "&"));

test("/docs shows the reference with scripts and styles of this server only", async () => {
  const { status, type, text, headers } = await read("/docs");
  expect({ status, type }).toEqual({ status: 200, type: expect.stringContaining("text/html") });
  expect(headers.get("content-security-policy")).toContain("default-src 'none'; script-src 'self';");
  for (const url of linksIn(text)) {
    expect(url).toMatch(/^\//);
    expect({ url, status: await statusOf(url) }).toEqual({ url, status: 200 });
  }
});

test("every page of docs/ is there, and its links lead to pages and headings that exist", async () => {
  const texts = new Map<string, string>();
  for (const name of pages) {
    const path = `/docs/${name.replace(/\.md$/, "")}`;
    const { status, text } = await read(path);
    expect({ path, status }).toEqual({ path, status: 200 });
    texts.set(path, text);
  }
  for (const [path, text] of texts) {
    for (const url of linksIn(text).filter((link) => !/^https?:/.test(link))) {
      const [target = "", fragment] = url.split("#");
      const page = texts.get(target === "" ? path : target);
      if (page === undefined) expect({ path, url, status: await statusOf(target) }).toMatchObject({ status: 200 });
      else if (fragment !== undefined) expect(page, `${path} links to ${url}`).toContain(`id="${fragment}"`);
    }
  }
});

test("llms.txt leads to texts that exist", async () => {
  const { status, type, text } = await read("/llms.txt");
  expect({ status, type }).toEqual({ status: 200, type: expect.stringContaining("text/plain") });
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, url]) => url ?? "");
  expect(links.length).toBeGreaterThan(pages.length);
  for (const url of links) expect({ url, status: await statusOf(url) }).toEqual({ url, status: 200 });
});

test.each([
  { name: "reference.md", routes: v3.routes },
  { name: "reference-v4.md", routes: v4.routes },
])("$name has every route", async ({ name, routes }) => {
  const { text } = await read(`/docs/${name}`);
  const headings = new Set(text.split("\n").filter((line) => line.startsWith("### ")));
  const missing = routes.filter(({ method, path }) => {
    return !headings.has(`### ${method} ${path.replace(/:(\w+)(?:\{[^}]+\})?/g, "{$1}")}`);
  });
  expect(missing).toEqual([]);
});

test("a user named docs keeps their repositories", async () => {
  const docs = await createUser({ username: `docs` });
  const project = await createProject(docs, { visibility_level: 20 });
  const { status, type } = await read(`/docs/${project.path}.git/info/refs?service=git-upload-pack`);
  expect({ status, type }).toEqual({ status: 200, type: "application/x-git-upload-pack-advertisement" });
});

test("a page that does not exist is an unknown route", async () => {
  expect(await read("/docs/guide/nowhere.html")).toMatchObject({ status: 404, text: '{"error":"404 Not Found"}' });
});
