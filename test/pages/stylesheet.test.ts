// What the stylesheet makes depend on the window and on the theme. test/browser/accessibility.test.ts relies on it: it
// looks at each page in each theme and at each width, but not in each theme at each width.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const css = readFileSync(join(import.meta.dirname, "../../src/pages/assets/style.css"), "utf8");

interface Declaration {
  readonly property: string;
  readonly value: string;
}

/** The declarations in media queries, by condition. */
function declarationsByMedia(): Map<string, Declaration[]> {
  const found = new Map<string, Declaration[]>();
  // Rules within a media query are indented, its end is not.
  for (const [, condition = "", rules = ""] of css.matchAll(/^@media ([^{]*?) \{\n(.*?)^\}/gms)) {
    const declarations = [...rules.matchAll(/^\s*([\w-]+): ([^;]*);$/gm)];
    const before = found.get(condition) ?? [];
    found.set(condition, [...before, ...declarations.map(([, property = "", value = ""]) => ({ property, value }))]);
  }
  return found;
}

const media = declarationsByMedia();

test("the theme changes variables that are colours, and nothing else", () => {
  const declarations = media.get("(prefers-color-scheme: dark)") ?? [];
  expect(declarations.map(({ property }) => property)).toContain("--bg");
  const isColor = ({ property, value }: Declaration) => property.startsWith("--") && /^#[0-9a-f]+$/.test(value);
  expect(declarations.filter((declaration) => !isColor(declaration))).toEqual([]);
});

test("the width of the window changes columns, and nothing else", () => {
  const declarations = [...media].filter(([condition]) => /width/.test(condition)).flatMap(([, some]) => some);
  expect(declarations.map(({ property }) => property)).toEqual(["grid-template-columns"]);
});

test("media queries depend on nothing else but the pointing device", () => {
  expect([...media.keys()].toSorted()).toEqual([
    "(hover: none)",
    "(max-width: 50rem)",
    "(pointer: coarse)",
    "(prefers-color-scheme: dark)",
  ]);
  expect(css.split("@media").length - 1).toBe(media.size);
});

test("nothing depends on the window or on the theme without a media query", () => {
  expect([...css.matchAll(/@[\w-]+|light-dark\(/g)].map(([found]) => found).filter((one) => one !== "@media")).toEqual(
    [],
  );
});
