// The pictures of the README. `npm run screenshots` writes them, other runs only take them.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { unique } from "../support/actors.ts";
import { browserTest, closeBrowser, type Look, Visitor } from "../support/chromium.ts";
import { once } from "../support/once.ts";
import { deltaTexts } from "./delta-texts.ts";
import type { Names } from "./places.ts";
import { createWorld } from "./world.ts";

const isWriting = process.env.SCREENSHOTS === "true";
const folder = join(import.meta.dirname, "../../docs/screenshots");
const MOST_BYTES = 150 * 1024;

interface Picture extends Look {
  readonly name: string;
  readonly path: (names: Names) => string;
}

const pictures: readonly Picture[] = [
  { name: "merge-request", path: ({ project, mergeRequest }) => `/${project}/merge_requests/${mergeRequest}/diffs` },
  { name: "issue", path: ({ project, issue }) => `/${project}/issues/${issue}`, colorScheme: "dark" },
  { name: "project", path: ({ project }) => `/${project}` },
  { name: "dashboard", path: () => "/", width: 375 },
];

// On a server of its own the names are free.
const world = once(() => createWorld(deltaTexts, isWriting ? "" : unique("")));

afterAll(async () => {
  await (await world())[Symbol.asyncDispose]();
  await closeBrowser();
});

browserTest.for(pictures)("$name", async ({ name, path, ...look }) => {
  const { owner, names } = await world();
  await using visitor = await Visitor.signedIn(owner, { width: 1200, ...look });
  await visitor.page.goto(path(names));
  const png = await visitor.page.screenshot();
  if (isWriting) {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `${name}.png`), png);
  }
  expect(png.length).toBeLessThan(MOST_BYTES);
});

test.for(pictures)("the README shows $name", async ({ name }) => {
  const readme = await readFile(join(folder, "../../README.md"), "utf8");
  const png = await readFile(join(folder, `${name}.png`));
  expect(readme.includes(`docs/screenshots/${name}.png`) && png.length < MOST_BYTES).toBe(true);
});
