// Whom a text mentions.
import { describe, expect, test } from "vitest";
import { mentionsIn } from "../../src/services/texts/mentions.ts";
import { cpuTime } from "../support/cpu-time.ts";

const names = (text: string) => mentionsIn(text).map(({ name }) => name);

describe("a name is mentioned", () => {
  test.each<[string, string, string[]]>([
    ["alone", "@bob", ["bob"]],
    ["within a sentence", "Ask @bob about it", ["bob"]],
    ["with any of its characters", "@a_b-c.d9", ["a_b-c.d9"]],
    ["that begins with a dot, an underscore or a digit", "@.a @_b @9c", [".a", "_b", "9c"]],
    ["in lower case, however it is written", "@Bob and @BOB", ["bob"]],
    ["once, in the order of the text", "@b @a @b", ["b", "a"]],
    ["without the dots that end the sentence", "By @bob. By @eve...", ["bob", "eve"]],
    ["before any other punctuation", "(@a) @b, @c; @d: @e! @f? '@g' \"@h\" *@i* @j's @k…", [..."abcdefghijk"]],
    ["before a slash that leads nowhere", "@alice/ and @bob", ["alice", "bob"]],
    ["on lines of their own", "one\n@bob\n\ntwo\r\n@eve\r\n", ["bob", "eve"]],
    ["after a quotation's mark", "> @bob", ["bob"]],
    ["beside letters that are in no name", "中@bob中 é@eve", ["bob", "eve"]],
    ["beside code", "`x`@bob`y`", ["bob"]],
    ["after a backtick that opens nothing", "it`s for @bob", ["bob"]],
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
    ["behind an at, a dot or a slash", "@@bob .@bob https://medium.com/@bob"],
    ["by a package's name", "@angular/core @angular.io/core @my-org/my.package"],
    ["in a span", "`@bob` ``@bob ` @bob``"],
    ["in a block", "```\n@bob\n```\n~~~\n@bob\n~~~"],
    ["in a block that is left open", "```\n\n@bob"],
    ["by a name of 256 characters", `@${"a".repeat(256)}`],
  ])("%s", (_, text) => {
    expect(mentionsIn(text)).toEqual([]);
  });
});

describe("directly are addressed", () => {
  const direct = (text: string) =>
    mentionsIn(text)
      .filter((mention) => mention.direct)
      .map(({ name }) => name);

  test.each<[string, string, string[]]>([
    ["who stands first", "@bob look", ["bob"]],
    ["who stands first behind white space", "\n\t @bob look", ["bob"]],
    ["who stands first, whatever follows", "@bob's turn", ["bob"]],
    ["who stands first and last", "@bob.", ["bob"]],
    ["all who stand first", "@a @b\n@c look, @d", ["a", "b", "c"]],
    ["all who are listed first", "@a, @b; @c & @d: @e and @f: look @g", [..."abcdef"]],
    ["nobody behind a word", "Hello @bob", []],
    ["nobody behind a mark", "> @bob", []],
    ["nobody behind code", "`x` @bob", []],
    ["nobody behind what is no mention", "@angular/core @bob", []],
    ["who stands first, and again later", "@bob, you are @bob", ["bob"]],
    ["nobody who stands first only later", "for @bob\n\n@bob look", []],
    ["nobody behind a list and words", "@a and then @b", ["a"]],
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
])("a megabyte of %s is read in less than seconds", (_, piece) => {
  const text = piece.repeat(Math.ceil(1_048_576 / piece.length));
  for (const hostile of [text, `@a${text}`, `@a${text}/b`, `@a${text}@b`]) {
    const start = cpuTime();
    mentionsIn(hostile);
    expect(cpuTime() - start).toBeLessThan(3_000);
  }
});
