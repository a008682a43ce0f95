// Every page over HTTP: its weight, and what strangers learn from it.
import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { matchPage } from "../../src/pages/router.ts";
import { createUser, ok, unique } from "../support/actors.ts";
import { Browser } from "../support/browser.ts";
import { createIssue, createProject } from "../support/factories.ts";
import { once } from "../support/once.ts";
import { deltaTexts } from "./delta-texts.ts";
import { addressOf, everywhere, pages, routes } from "./places.ts";
import { createWorld } from "./world.ts";

/** Gzipped, with the stylesheet and the scripts. */
const MOST_BYTES = 30 * 1024;
const LARGEST_GRAMMAR = 5 * 1024;

const world = once(() => createWorld(deltaTexts, unique(""), 0));
const reader = once(async () => Browser.signedIn((await world()).owner.token ?? ""));

afterAll(async () => (await world())[Symbol.asyncDispose]());

test("each route serves its own address", async () => {
  const { names } = await world();
  const served = routes.map((route) => `GET ${matchPage("GET", addressOf(route, names))?.route.pattern}`);
  expect(served).toEqual(routes);
});

const weights = new Map<string, Promise<number>>();

function weightOfAsset(browser: Browser, path: string): Promise<number> {
  const known = weights.get(path) ?? weighAsset(browser, path);
  weights.set(path, known);
  return known;
}

/** With the modules that it imports. */
async function weighAsset(browser: Browser, path: string): Promise<number> {
  const { html: text } = await browser.open(path);
  let total = gzipSync(text).length;
  for (const [, module = ""] of text.matchAll(/(?:from|import\() ?["'](\.\/[^"']*)["']/g)) {
    total += await weightOfAsset(browser, new URL(module, `http://server${path}`).pathname);
  }
  // The page of a file loads the grammar of its language, too.
  return path.endsWith("/highlight.js") ? total + LARGEST_GRAMMAR : total;
}

async function weightOf(browser: Browser, path: string): Promise<number> {
  const { html } = await browser.open(path);
  let total = gzipSync(html).length;
  for (const [, asset = ""] of html.matchAll(/(?:href|src)="(\/-\/assets\/[^"]*)"/g)) {
    total += await weightOfAsset(browser, asset);
  }
  return total;
}

test.for(pages)("%s weighs less than 30 KiB", async ([, address]) => {
  const { names } = await world();
  expect(await weightOf(await reader(), address(names))).toBeLessThan(MOST_BYTES);
});

/** Those below a project or a group. */
const hidden = everywhere.filter(([route]) => /:namespace|:group/.test(route));

interface Shown {
  readonly at: string;
  readonly status: number;
  /** Where redirects lead. */
  readonly path: string;
  readonly html: string;
}

async function shownTo(browser: Browser, paths: readonly string[]): Promise<Shown[]> {
  const shown: Shown[] = [];
  for (const at of paths) {
    const { status, path, html } = await browser.open(at);
    shown.push({ at, status, path, html });
  }
  return shown;
}

/** Shows paths to visitors who may see nothing of them. */
async function strangersTo(paths: readonly string[]) {
  const stranger = await Browser.signedIn((await createUser()).token ?? "");
  const anonymous = new Browser();
  // Gives it the cookie that its forms are made with.
  await anonymous.open("/-/sign_in");
  return async () => ({
    stranger: await shownTo(stranger, paths),
    anonymous: await shownTo(anonymous, paths),
  });
}

test("what is private looks as if it did not exist, byte for byte", async () => {
  const { owner, project, names } = await world();
  const show = await strangersTo(hidden.map(([, address]) => address(names)));
  const before = await show();
  await ok(owner.delete(`/projects/${project.id}`));
  await ok(owner.delete(`/groups/${names.group}`));
  expect(await show()).toEqual(before);
  expect(before.stranger.filter(({ status }) => status !== 404).map(({ at }) => at)).toEqual([]);
  const isOpen = ({ status, path }: Shown) => status < 400 && !path.startsWith("/-/sign_in");
  expect(before.anonymous.filter(isOpen).map(({ at }) => at)).toEqual([]);
});

test("so does a confidential issue of a public project", async () => {
  const owner = await createUser();
  const project = await createProject(owner, { visibility_level: 20 });
  const { id, iid } = await createIssue(owner, project, { confidential: true });
  const { names } = await world();
  const paths = everywhere
    .filter(([route]) => route.includes("/issues/:iid"))
    .map(([, address]) => address({ ...names, project: project.path_with_namespace, issue: iid }));
  const show = await strangersTo(paths);
  const before = await show();
  await ok(owner.delete(`/projects/${project.id}/issues/${id}`));
  expect(await show()).toEqual(before);
});
