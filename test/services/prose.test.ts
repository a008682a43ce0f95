// Separating prose and code in Markdown.
import { describe, expect, test } from "vitest";
import { changeProse, withoutCode } from "../../src/services/texts/prose.ts";
import { cpuTime } from "../support/cpu-time.ts";
import { isSample } from "../support/sample.ts";
import { A_MEGABYTE, filled, MOST_TIME } from "./hostile-lengths.ts";

/** Each `X` is prose, each `o` is code. `prose` has a backtick for each piece of code. */
const cases: [title: string, text: string, prose: string][] = [
  ["text without backticks is prose", "X", "X"],
  ["a span is code", "X `o` X", "X ` X"],
  ["a span of two backticks that contains one is code", "X ``o ` o`` X", "X ` X"],
  ["a span across a line end is code", "X `o\no` X", "X ` X"],
  ["adjacent spans are code", "`o`X`o`", "`X`"],
  ["an unpaired backtick is prose", "X ` X", "X ` X"],
  ["runs of different lengths do not pair", "X `` X ` X", "X `` X ` X"],
  ["a run without a partner of its length is prose, a later pair is code", "``X `o` X", "``X ` X"],
  ["a span does not reach beyond its paragraph", "X ` X\n\nX ` X", "X ` X\n\nX ` X"],
  ["a fenced block is code", "X\n```\no\n```\nX", "X\n`\nX"],
  ["a block with a language is code", "```ruby\no\n```\nX", "`\nX"],
  ["a block of tildes is code, with any text after its fence", "~~~ a `b`\no\n~~~\nX", "`\nX"],
  ["an empty block is code and ends", "```\n```\nX", "`\nX"],
  ["a block with blank lines is code", "```\no\n\no\n```\nX", "`\nX"],
  ["an unclosed block extends to the end", "X\n```\no\n\no", "X\n`"],
  ["a block is closed by at least as many backticks alone on a line", "````\no\n```\no\n```` o\no\n`````  \nX", "`\nX"],
  ["a block of tildes is not closed by backticks", "~~~\no\n```\no\n~~~\nX", "`\nX"],
  ["an indented block in a list is code", "1. X\n\n    ```\n    o\n\n    o\n    ```\nX", "1. X\n\n`\nX"],
  ["an indented block of a list in a quotation is code", "> - X\n>   ~~~\n>   o\n>\n>   o\n>   ~~~\nX", "> - X\n`\nX"],
  ["a block in a quotation is code", "> ```\n> o\n> ```\nX", "`\nX"],
  ["a block with CRLF line ends is code", "X\r\n```\r\no\r\n```\r\nX", "X\r\n`\nX"],
  ["three backticks closed on the same line are a span", "```o``` X\nX", "` X\nX"],
  ["three backticks within a line do not open a block", "X ```\nX", "X ```\nX"],
  ["two tildes are prose", "~~X~~ `o`", "~~X~~ `"],
  ["text between two blocks is prose", "```\no\n```\nX\n```\no\n```", "`\nX\n`"],
];

test.each(cases)("%s", (_, text, prose) => {
  expect(withoutCode(text)).toBe(prose);
});

test.each(cases)("changes the prose and keeps the code where %s", (_, text) => {
  const changed = changeProse(text, (prose) => prose.replaceAll("X", "Y"));
  expect(changed).toBe(text.replaceAll("X", "Y"));
  expect(changeProse(text, (prose) => prose.replaceAll("o", "!"))).toBe(text);
});

describe(`less than ${MOST_TIME} ms of CPU time for ${A_MEGABYTE} of`, () => {
  /** Together they are as long as other texts. */
  const longest = isSample ? 700 : 1_400;
  const growing = (piece: string, separator: string) =>
    Array.from({ length: longest }, (_, at) => piece.repeat(at + 1)).join(separator);

  test.each([
    ["backticks", filled("`")],
    ["backticks and text", filled("`` ` ``` a")],
    ["ever longer runs of backticks", growing("`", " ")],
    ["ever shorter runs of backticks", growing("`", " ").split(" ").reverse().join(" ")],
    ["tildes", filled("~")],
    ["fences", filled("```\n")],
    ["fences of two kinds", filled("```a\n~~~b\n")],
    ["ever longer fences", growing("~", "\n")],
    ["almost fences", filled("```a`\n")],
    ["lines that almost close a block", `~~~\n${filled("~~~ x\n")}`],
    ["blank lines", `\`${filled("\n")}\``],
    ["spaces", `\`${filled(" ")}`],
    ["quotations", `\`${filled("> ")}`],
    ["spans before a block", `${filled("`a` ")}\n~~~`],
    ["blocks", filled("~~~\n~~~\n")],
  ])("%s", (_, text) => {
    const start = cpuTime();
    withoutCode(text);
    expect(cpuTime() - start).toBeLessThan(MOST_TIME);
  });
});
