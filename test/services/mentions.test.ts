// The mentions in a text.
import { describe, expect, test } from "vitest";
import { mentionsIn } from "../../src/services/texts/mentions.ts";
import { cpuTime } from "../support/cpu-time.ts";
import { A_MEGABYTE, filled, MOST_TIME } from "./hostile-lengths.ts";

const names = (text: string) => mentionsIn(text).map(({ name }) => name);

describe("a name is mentioned", () => {
  test.each<[string, string, string[]]>([
    ["alone", "@bob", ["bob"]],
    ["within a sentence", "Ask @bob about it", ["bob"]],
    ["with every allowed character", "@a_b-c.d9", ["a_b-c.d9"]],
    ["that begins with a dot, an underscore or a digit", "@.a @_b @9c", [".a", "_b", "9c"]],
    ["in lower case, for any letter case", "@Bob and @BOB", ["bob"]],
    ["once, in the order of first mentions", "@b @a @b", ["b", "a"]],
    ["without the dots that end the sentence", "By @bob. By @eve...", ["bob", "eve"]],
    ["before any other punctuation", "(@a) @b, @c; @d: @e! @f? '@g' \"@h\" *@i* @j's @k…", [..."abcdefghijk"]],
    ["before a slash without a name", "@alice/ and @bob", ["alice", "bob"]],
    ["on lines of their own", "one\n@bob\n\ntwo\r\n@eve\r\n", ["bob", "eve"]],
    ["in a quotation", "> @bob", ["bob"]],
    ["next to letters that names cannot contain", "中@bob中 é@eve", ["bob", "eve"]],
    ["next to code", "`x`@bob`y`", ["bob"]],
    ["after an unpaired backtick", "it`s for @bob", ["bob"]],
    ["of 255 characters", `@${"a".repeat(255)}`, ["a".repeat(255)]],
  ])("%s", (_, text, mentioned) => {
    expect(names(text)).toEqual(mentioned);
  });
});

describe("nobody is mentioned", () => {
  test.each([
    ["in an empty text", ""],
    ["without a name", "@ @. @... @- @, bob@"],
    ["by an e-mail address", "bob@example.com, <bob.jones@example.com>, b_@example.com"],
    ["after an at sign, a dot or a slash", "@@bob .@bob https://medium.com/@bob"],
    ["by a package name", "@angular/core @angular.io/core @my-org/my.package"],
    ["in a code span", "`@bob` ``@bob ` @bob``"],
    ["in a code block", "```\n@bob\n```\n~~~\n@bob\n~~~"],
    ["in an unclosed code block", "```\n\n@bob"],
    ["by a name of 256 characters", `@${"a".repeat(256)}`],
  ])("%s", (_, text) => {
    expect(mentionsIn(text)).toEqual([]);
  });
});

describe("directly addressed are", () => {
  const direct = (text: string) =>
    mentionsIn(text)
      .filter((mention) => mention.direct)
      .map(({ name }) => name);

  test.each<[string, string, string[]]>([
    ["a name at the start", "@bob look", ["bob"]],
    ["a name after leading white space", "\n\t @bob look", ["bob"]],
    ["a name at the start, before any character", "@bob's turn", ["bob"]],
    ["a name that is the whole text", "@bob.", ["bob"]],
    ["all names at the start", "@a @b\n@c look, @d", ["a", "b", "c"]],
    ["all names of a list at the start", "@a, @b; @c & @d: @e and @f: look @g", [..."abcdef"]],
    ["no names after a word", "Hello @bob", []],
    ["no names in a quotation", "> @bob", []],
    ["no names after code", "`x` @bob", []],
    ["no names after a package name", "@angular/core @bob", []],
    ["a name at the start that is repeated later", "@bob, you are @bob", ["bob"]],
    ["no names at the start of a later paragraph", "for @bob\n\n@bob look", []],
    ["only the names before the first word", "@a and then @b", ["a"]],
  ])("%s", (_, text, addressed) => {
    expect(direct(text)).toEqual(addressed);
  });
});

test.each([
  ["at signs", "@"],
  ["mentions without a space", "@a"],
  ["mentions", "@a "],
  ["mentions and the word and", "@a and "],
  ["one name", "a"],
  ["one name with dots", "a."],
  ["one name with dashes", "a-"],
  ["dashes", "-"],
  ["dots", "."],
  ["spaces", " "],
  ["line feeds", "\n"],
  ["separators", ", ; :"],
  ["the word and", " and "],
  ["backticks", "`"],
  ["quoted mentions", "`@a` "],
])(`${A_MEGABYTE} of %s takes less than ${MOST_TIME} ms of CPU time`, (_, piece) => {
  const text = filled(piece);
  for (const hostile of [text, `@a${text}`, `@a${text}/b`, `@a${text}@b`]) {
    const start = cpuTime();
    mentionsIn(hostile);
    expect(cpuTime() - start).toBeLessThan(MOST_TIME);
  }
});
