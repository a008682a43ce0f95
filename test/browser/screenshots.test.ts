// The pictures of the README. `npm run screenshots` takes them; other runs only look whether they are there.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Look, Visitor } from "../support/chromium.ts";
import { deltaTexts } from "./delta-texts.ts";
import type { Names } from "./places.ts";
import { createWorld } from "./world.ts";

const root = join(import.meta.dirname, "../..");
const folder = join(root, "docs/screenshots");
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

async function takeAll(): Promise<void> {
  // On a server without other tests these names are free.
  await using world = await createWorld(deltaTexts, "");
  await mkdir(folder, { recursive: true });
  for (const { name, path, ...look } of pictures) {
    await using visitor = await Visitor.signedIn(world.owner, { width: 1200, ...look });
    await visitor.page.goto(path(world.names));
    await visitor.page.waitForLoadState("networkidle");
    await writeFile(join(folder, `${name}.png`), await visitor.page.screenshot());
  }
}

if (process.env.SCREENSHOTS === "true") await takeAll();

test.for(pictures)("the README shows $name", async ({ name }) => {
  const readme = await readFile(join(root, "README.md"), "utf8");
  const png = await readFile(join(folder, `${name}.png`));
  expect({ isShown: readme.includes(`](docs/screenshots/${name}.png)`), isSmall: png.length < MOST_BYTES }).toEqual({
    isShown: true,
    isSmall: true,
  });
});
