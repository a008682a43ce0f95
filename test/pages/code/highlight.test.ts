// Syntax highlighting in the browser: the lines made of what highlight.js returns
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cases } from "../../support/sample.ts";

interface Run {
  readonly classes: string;
  readonly text: string;
}

interface CodeLines {
  readonly languages: readonly string[];
  languageOfFile(name: string): string | undefined;
  linesOf(html: string): Run[][] | null;
  textOfLines(lines: Run[][]): string;
  rangeOf(hash: string): [number, number] | null;
}

interface Highlighter {
  registerLanguage(name: string, grammar: unknown): void;
  highlight(text: string, options: { language: string; ignoreIllegals: boolean }): { value: string };
}

const root = join(import.meta.dirname, "../../..");
const library = join(root, "node_modules/@highlightjs/cdn-assets/es");
/** The modules are JavaScript, as browsers load them. */
const modules: CodeLines = await import(join(root, "src/pages/assets/code-lines.js"));
const { languages, languageOfFile, linesOf, rangeOf, textOfLines } = modules;
const { default: highlighter }: { default: Highlighter } = await import(join(library, "core.min.js"));

async function highlight(text: string, language: string): Promise<string> {
  const { default: grammar } = await import(join(library, `languages/${language}.min.js`));
  highlighter.registerLanguage(language, grammar);
  return highlighter.highlight(text, { language, ignoreIllegals: true }).value;
}

/** Numbers from 0 to 1, the same for the same seed. */
function* randomNumbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

const parts = [
  "<",
  ">",
  "&",
  '"',
  "'",
  "`",
  "/*",
  "*/",
  "//",
  "#",
  "\n",
  "\r\n",
  "${",
  "}",
  "{",
  "(",
  "<script>",
  "&lt;",
];
const words = [
  "function",
  "class",
  "a",
  "0x1f",
  "</span>",
  '<span class="x">',
  "é",
  "😀",
  "\u0000",
  " ",
  "return",
  "=",
  "$",
];

function randomText(seed: number): string {
  const numbers = randomNumbers(seed);
  const pieces = [...parts, ...words];
  return Array.from({ length: 400 }, () => pieces[Math.floor(numbers.next().value * pieces.length)]).join("");
}

test.each(languages)("%s: the lines have exactly the text of the file, whatever it is", async (language) => {
  for (let seed = 1; seed <= cases(5); seed++) {
    const text = randomText(seed);
    const lines = linesOf(await highlight(text, language));
    expect([seed, lines === null ? null : textOfLines(lines)]).toEqual([seed, text]);
  }
});

test("a comment over several lines has its colour in each", async () => {
  const lines = linesOf(await highlight("/* one\n\ntwo */ let a;", "typescript")) ?? [];
  expect(lines.map((runs) => runs.map(({ classes, text }) => `${classes}:${text}`))).toEqual([
    ["hljs-comment:/* one"],
    [],
    ["hljs-comment:two */", ": ", "hljs-keyword:let", ": a;"],
  ]);
});

describe("what is not made of spans, text and known entities is not shown", () => {
  test.each([
    '<img src="x">',
    '<span onclick="x">a</span>',
    '<span class="a" id="b">c</span>',
    '<span class="a">b',
    "a<b",
  ])("%s", (html) => {
    expect(linesOf(html)).toBe(null);
  });
});

test.each([
  ["app.ts", "typescript"],
  ["Makefile", "makefile"],
  ["Dockerfile.dev", "dockerfile"],
  [".bashrc", "bash"],
  ["index.HTML", "xml"],
  ["constructor", undefined],
  ["a.constructor", undefined],
  ["README", undefined],
])("the language of %s is %s", (name, language) => {
  expect(languageOfFile(name)).toBe(language);
});

test.each([
  ["#L10-20", [10, 20]],
  ["#L20-L10", [10, 20]],
  ["#L10", null],
  ["#L1-99999999999", null],
])("%s names the lines %o", (hash, range) => {
  expect(rangeOf(hash)).toEqual(range);
});
