// The work for a text grows no faster than its length, whatever is in it: what takes more is shown as it is written.
import { beforeAll, expect, test } from "vitest";
import { Work } from "../../../src/pages/content/bounded-lexer.ts";
import { renderMarkdown } from "../../../src/pages/content/render-markdown.ts";
import { cpuTime } from "../../support/cpu-time.ts";
import { isSample } from "../../support/sample.ts";

/** Long enough for quadratic time to show. */
const LENGTH = isSample ? 30_000 : 100_000;

const repeat = (part: string, length: number): string => part.repeat(Math.ceil(length / part.length)).slice(0, length);

const nested = (length: number): string =>
  Array.from({ length: Math.floor(Math.sqrt(length)) }, (_, depth) => `${" ".repeat(2 * depth)}- a\n`).join("");

const table = (columns: number, rows: string): string => `${"a|".repeat(columns)}\n${"-|".repeat(columns)}\n${rows}`;

const repeated = [
  "[",
  "]",
  "[a](",
  "![a](",
  "[a](b",
  "[](",
  "[a](<b ",
  '[a](b "c',
  "[a][b]",
  "*",
  "*a ",
  "a*",
  "**a *b ",
  "*_",
  "_a ",
  "a_",
  "~~a ",
  "`",
  "`a",
  "> ",
  ">",
  "- ",
  "1. ",
  "* - ",
  "- > ",
  "> a\nb\n",
  "> - a\n\n",
  "- a\n",
  "- a\n\n",
  "- - - - a\n",
  "b\n",
  "  b\n",
  "<a",
  "<a ",
  '<a href="',
  "</a",
  "<!--",
  "<?",
  "<![CDATA[",
  "<b>",
  "<p>",
  "</p>",
  "<div>\n\n",
  "<table><tr><td>",
  "<http:",
  "a@",
  "a.",
  "a@b.",
  "http://a",
  "www.",
  "http",
  "!",
  ")",
  "|",
  "|a|\n|-|\n",
  "```\n",
  "    a\n",
  "\t",
  " ",
  " \n",
  "\n",
  "# a\n",
  "a\n=\n",
  "---\n",
  "* * ",
  "[a]: b\n",
  "[a]: <",
  '[a]: b "',
  "&",
  "&amp;",
  "\\",
  "\0",
  "#1 ",
  "@a ",
  "a/",
  "a/b@",
  "abcdef0 ",
];

const hostile: readonly (readonly [name: string, make: (length: number) => string])[] = [
  ...repeated.map((part) => [JSON.stringify(part), (length: number) => repeat(part, length)] as const),
  ["brackets around brackets", (length) => repeat("[", length / 2) + repeat("]", length / 2)],
  ["emphasis in emphasis", (length) => repeat("*a ", length / 2) + repeat("b*", length / 2)],
  ["strong in strong", (length) => repeat("**a ", length / 2) + repeat("b**", length / 2)],
  ["lists in lists", nested],
  ["a list 10,000 deep", () => `${"* ".repeat(10_000)}a`],
  ["a quotation 10,000 deep", () => `${"> ".repeat(10_000)}a`],
  ["an item with lazy lines", (length) => `- a\n${repeat("b\n", length)}`],
  ["an item with a paragraph with lazy lines", (length) => `- a\n\n  b\n${repeat("b\n", length)}`],
  ["a quoted item with lazy lines", (length) => `> - a\n>\n>   b\n${repeat("> b\n", length)}`],
  ["a list in a quotation in a list with lazy lines", (length) => `- > - a\n${repeat("  > b\n", length)}`],
  ["lists in an item with lazy lines", (length) => `- - - - a\n${repeat("  b\n", length)}`],
  ["a long item with lazy lines", (length) => `- a\n${repeat("  - b\n", length / 2)}${repeat("b\n", length / 2)}`],
  ["an item after a tab with lazy lines", (length) => `-\ta\n${repeat("   b\n", length)}`],
  ["an item with lines", (length) => `- a\n${repeat("  b\n", length)}`],
  ["a table of 10,000 columns", (length) => table(10_000, repeat("|\n", length))],
  ["a table of 1,000 columns", (length) => table(1_000, repeat("a\n", length))],
  ["a long definition, often used", (length) => `[a]: ${repeat("b", length / 2)}\n\n${repeat("[a] ", length / 2)}`],
  ["a URL and punctuation", (length) => `http://a.b/${repeat("!?.)", length)}`],
  ["a long word before an @", (length) => `${repeat("a", length)}@`],
  ["a word, spaces and a word", (length) => `a${repeat(" ", length)}b`],
  ["runs of backticks", (length) => Array.from({ length: Math.sqrt(length) }, (_, at) => "`".repeat(at)).join(" ")],
];

/** CPU time in milliseconds. */
function timeOf(source: string): number {
  const before = cpuTime();
  renderMarkdown(source, { references: { projectPath: "a/b", baseUrl: "https://host", targets: new Map() } });
  return cpuTime() - before;
}

const prose = repeat("Some *text* with `code`, [links](https://a.example) and #1.\n\n", LENGTH);
let timeOfProse: number;

beforeAll(() => {
  timeOfProse = Math.min(...Array.from({ length: 5 }, () => timeOf(prose)));
});

test.each(hostile)("%s takes little more time than prose of the same length", (_, make) => {
  expect(timeOf(make(LENGTH))).toBeLessThan(25 * timeOfProse);
});

test("a text of 250,000 characters is rendered, a longer one shown as it is written", () => {
  const text = repeat("Text with *emphasis*.\n\n", 250_000);
  expect([text, `${text}.`].map((source) => renderMarkdown(source).slice(0, 24))).toEqual([
    "<p>Text with <em>emphasi",
    '<pre class="plain-text">',
  ]);
});

test("quotations are rendered 30 deep, and shown as they are written 40 deep", () => {
  const rendered = [30, 40].map((depth) => renderMarkdown(`${"> ".repeat(depth)}a`));
  expect(rendered.map((html) => [html.split("<blockquote>").length - 1, html.includes("plain-text")])).toEqual([
    [30, false],
    [0, true],
  ]);
});

test("a megabyte is shown as it is written", () => {
  const count = 150_000;
  expect(renderMarkdown("<b> & [".repeat(count))).toBe(
    `<pre class="plain-text">${"&lt;b&gt; &amp; [".repeat(count)}</pre>\n`,
  );
});

test("texts of a page that share their work are shown as they are written once it is spent", () => {
  const work = new Work(15_000);
  const rendered = Array.from({ length: 3 }, () => renderMarkdown("*a* ".repeat(25), { work }).slice(0, 7));
  expect(rendered).toEqual(["<p><em>", "<p><em>", "<pre cl"]);
});

test.each([
  [
    "a README of 200 KB",
    repeat("# Title\n\nText with *emphasis*, `code` and a [link](a.md).\n\n- item\n- item\n\n", 200_000),
  ],
  [
    "a file of 100 KB with Windows' line endings",
    repeat("# Title\r\n\r\n- item\r\n  more\r\n\r\nText\r\nText\r\n\r\n", 100_000),
  ],
  [
    "a log of 50 KB in a fence in a list",
    `1. Log:\n   \`\`\`\n${repeat("   2026-01-01 12:00 GET\n", 50_000)}   \`\`\`\n`,
  ],
  ["a log of 200 KB in a fence", `\`\`\`\n${repeat("2026-01-01 12:00 GET /a/b 200 [x] *y*\n", 200_000)}\`\`\`\n`],
  ["a table of 500 rows", `|a|b|c|\n|-|-|-|\n${"|`x`|*y*|[z](z)|\n".repeat(500)}`],
  ["a list of 1,000 items", "- item with *emphasis* and [a link](x)\n".repeat(1_000)],
  ["a quotation in a list in a quotation", "> - > a\n>   > b"],
  ["a paragraph of 5 KB", repeat("Text with *emphasis*, `code` and a [link](a.md).\n", 5_000)],
])("%s is rendered", (_, source) => {
  expect(renderMarkdown(source)).not.toContain("plain-text");
});
