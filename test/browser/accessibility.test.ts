// Every page in both themes, on a wide and on a narrow screen: what axe finds, and what no page may do.
import { afterAll, expect } from "vitest";
import { unique } from "../support/actors.ts";
import { Browser } from "../support/browser.ts";
import { browserTest, UNFOLD, Visitor } from "../support/chromium.ts";
import { once } from "../support/once.ts";
import { deltaTexts } from "./delta-texts.ts";
import { pages } from "./places.ts";
import { createWorld } from "./world.ts";

const world = once(() => createWorld(deltaTexts, unique("")));
const visit = once(async () => Visitor.signedIn((await world()).owner));
/** Of the same user. */
const reader = once(async () => Browser.signedIn((await world()).owner.token ?? ""));

afterAll(async () => {
  await (await visit())[Symbol.asyncDispose]();
  await (await world())[Symbol.asyncDispose]();
});

const NOWHERE = "/-/nothing";

/** All other rules see the same elements in each look. */
const ofTheme = ["color-contrast", "link-in-text-block"];
const ofWidth = ["scrollable-region-focusable"];

/**
 * Each theme and each width once: test/pages/stylesheet.test.ts holds that no colour depends on the width and no
 * measure on the theme.
 */
const looks = [
  { colorScheme: "light", width: 1440, rules: undefined },
  { colorScheme: "dark", width: 375, rules: [...ofTheme, ...ofWidth] },
] as const;

const UNFOLDED = `(() => {
  ${UNFOLD}
  return { headings: document.querySelectorAll("h1").length, title: document.title };
})()`;

let isDark = false;

/** A page begins with the look that the one before it ended with. */
function inTurn() {
  isDark = !isDark;
  return isDark ? looks : looks.toReversed();
}

/** Of the page that the visitor went to last. */
let policy: string | null | undefined;

/** @returns the status */
async function open(path: string): Promise<number> {
  const visitor = await visit();
  const { status, html, headers } = await (await reader()).open(path);
  const itsPolicy = headers.get("content-security-policy");
  if (itsPolicy === policy && !html.includes("<script")) {
    await visitor.write(path, html);
    return status;
  }
  policy = itsPolicy;
  return (await visitor.page.goto(path))?.status() ?? 0;
}

async function problemsOf(path: string): Promise<string[]> {
  const visitor = await visit();
  const { page } = visitor;
  const before = visitor.errors.length;
  const status = await open(path);
  const problems = status === (path === NOWHERE ? 404 : 200) ? [] : [`status ${status}`];
  const { headings, title } = await page.evaluate<{ headings: number; title: string }>(UNFOLDED);
  if (headings !== 1) problems.push(`${headings} elements h1`);
  if (title.replace("Tributary", "").length < 3 && path !== "/") problems.push("no title");
  for (const look of inTurn()) {
    await visitor.look(look);
    const found = await visitor.problems(look.rules);
    problems.push(...found.map((problem) => `${look.colorScheme} ${look.width}: ${problem}`));
  }
  return [...problems, ...visitor.errors.slice(before)];
}

browserTest.for([...pages, ["a page that does not exist", () => NOWHERE] as const])("%s", async ([, address]) => {
  const { names } = await world();
  expect(await problemsOf(address(names))).toEqual([]);
});
