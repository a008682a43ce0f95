// Every page in both themes, on a wide and on a narrow screen: what axe finds, and what no page may do.
import { afterAll, expect } from "vitest";
import { unique } from "../support/actors.ts";
import { browserTest, Visitor } from "../support/chromium.ts";
import { once } from "../support/once.ts";
import { deltaTexts } from "./delta-texts.ts";
import { pages } from "./places.ts";
import { createWorld } from "./world.ts";

const world = once(() => createWorld(deltaTexts, unique("")));
const visit = once(async () => Visitor.signedIn((await world()).owner));

afterAll(async () => {
  await (await visit())[Symbol.asyncDispose]();
  await (await world())[Symbol.asyncDispose]();
});

const NOWHERE = "/-/nothing";

/** All other rules see the same elements in each look. */
const ofTheme = ["color-contrast", "link-in-text-block"];
const ofWidth = ["scrollable-region-focusable"];

const looks = [
  { colorScheme: "light", width: 1440, rules: undefined },
  { colorScheme: "light", width: 375, rules: ofWidth },
  { colorScheme: "dark", width: 375, rules: [...ofTheme, ...ofWidth] },
  { colorScheme: "dark", width: 1440, rules: ofTheme },
] as const;

async function problemsOf(path: string): Promise<string[]> {
  const visitor = await visit();
  const { page } = visitor;
  const before = visitor.errors.length;
  const status = (await page.goto(path))?.status();
  const problems = status === (path === NOWHERE ? 404 : 200) ? [] : [`status ${status}`];
  const headings = await page.locator("h1").count();
  if (headings !== 1) problems.push(`${headings} elements h1`);
  if ((await page.title()).replace("Tributary", "").length < 3 && path !== "/") problems.push("no title");
  await visitor.unfold();
  for (const look of looks) {
    await visitor.look(look);
    const found = await visitor.accessibilityProblems(look.rules);
    if (await visitor.isTooWide()) found.push("too wide");
    problems.push(...found.map((problem) => `${look.colorScheme} ${look.width}: ${problem}`));
  }
  return [...problems, ...visitor.errors.slice(before)];
}

browserTest.for([...pages, ["a page that does not exist", () => NOWHERE] as const])("%s", async ([, address]) => {
  const { names } = await world();
  expect(await problemsOf(address(names))).toEqual([]);
});
