// What of a text is code, and so quoted.
import { describe, expect, test } from "vitest";
import { changeProse, withoutCode } from "../../src/services/texts/prose.ts";
import { cpuTime } from "../support/cpu-time.ts";

/** Each `X` is said, each `o` is quoted: prose is what is left of it. */
const cases: [what: string, text: string, prose: string][] = [
  ["nothing is", "X", "X"],
  ["a span is", "X `o` X", "X ` X"],
  ["a span of two backticks that holds one is", "X ``o ` o`` X", "X ` X"],
  ["a span over the end of a line is", "X `o\no` X", "X ` X"],
  ["spans beside each other are", "`o`X`o`", "`X`"],
  ["a backtick alone is not", "X ` X", "X ` X"],
  ["backticks of different numbers are not", "X `` X ` X", "X `` X ` X"],
  ["backticks that have no such partner are not, what is between others is", "``X `o` X", "``X ` X"],
  ["a span does not reach beyond its paragraph", "X ` X\n\nX ` X", "X ` X\n\nX ` X"],
  ["a block is", "X\n```\no\n```\nX", "X\n`\nX"],
  ["a block with a language is", "```ruby\no\n```\nX", "`\nX"],
  ["a block of tildes is, whatever stands behind them", "~~~ a `b`\no\n~~~\nX", "`\nX"],
  ["an empty block is, and ends", "```\n```\nX", "`\nX"],
  ["a block with blank lines is", "```\no\n\no\n```\nX", "`\nX"],
  ["a block that is left open is to the end", "X\n```\no\n\no", "X\n`"],
  ["a block is closed by as many or more, alone on their line", "````\no\n```\no\n```` o\no\n`````  \nX", "`\nX"],
  ["a block of tildes is not closed by backticks", "~~~\no\n```\no\n~~~\nX", "`\nX"],
  ["an indented block, as in lists, is", "1. X\n\n    ```\n    o\n\n    o\n    ```\nX", "1. X\n\n`\nX"],
  ["an indented block of a list in a quotation is", "> - X\n>   ~~~\n>   o\n>\n>   o\n>   ~~~\nX", "> - X\n`\nX"],
  ["a quoted block is", "> ```\n> o\n> ```\nX", "`\nX"],
  ["with other line ends a block is", "X\r\n```\r\no\r\n```\r\nX", "X\r\n`\nX"],
  ["three backticks that end on their line are a span", "```o``` X\nX", "` X\nX"],
  ["three backticks within a line open nothing", "X ```\nX", "X ```\nX"],
  ["two tildes are not", "~~X~~ `o`", "~~X~~ `"],
  ["blocks after each other are, and what is between is not", "```\no\n```\nX\n```\no\n```", "`\nX\n`"],
];

test.each(cases)("%s", (_, text, prose) => {
  expect(withoutCode(text)).toBe(prose);
});

test.each(cases)("of a text where %s, the prose is changed and the code is kept", (_, text) => {
  const changed = changeProse(text, (prose) => prose.replaceAll("X", "Y"));
  expect(changed).toBe(text.replaceAll("X", "Y"));
  expect(changeProse(text, (prose) => prose.replaceAll("o", "!"))).toBe(text);
});

describe("a megabyte is read in less than seconds:", () => {
  const filled = (piece: string) => piece.repeat(Math.ceil(1_048_576 / piece.length));
  const growing = (piece: string, separator: string) =>
    Array.from({ length: 1_400 }, (_, at) => piece.repeat(at + 1)).join(separator);

  test.each([
    ["backticks", filled("`")],
    ["backticks and text", filled("`` ` ``` a")],
    ["ever more backticks", growing("`", " ")],
    ["ever fewer backticks", growing("`", " ").split(" ").reverse().join(" ")],
    ["tildes", filled("~")],
    ["fences", filled("```\n")],
    ["fences of two kinds", filled("```a\n~~~b\n")],
    ["ever longer fences", growing("~", "\n")],
    ["almost fences", filled("```a`\n")],
    ["almost closed", `~~~\n${filled("~~~ x\n")}`],
    ["blank lines", `\`${filled("\n")}\``],
    ["spaces", `\`${filled(" ")}`],
    ["quotations", `\`${filled("> ")}`],
    ["spans before a block", `${filled("`a` ")}\n~~~`],
    ["blocks", filled("~~~\n~~~\n")],
  ])("%s", (_, text) => {
    const start = cpuTime();
    withoutCode(text);
    expect(cpuTime() - start).toBeLessThan(3_000);
  });
});
