// The description of an issue that follows up discussions.
import { expect, test } from "vitest";
import { describeDiscussions } from "../../src/services/discussions/checklist.ts";
import { mentionsIn } from "../../src/services/texts/mentions.ts";
import { referencesIn } from "../../src/services/texts/references.ts";
import { inShort } from "../support/in-short.ts";

const itemOf = (text: string) =>
  describeDiscussions(7, [{ author: "ann", text }])
    .split("\n")
    .slice(2)
    .join("\n");

const firstLines = [
  ["one line", "`one line`"],
  ["\r\n\t first \r\nsecond", "`first`"],
  ["a `b` c", "`` a `b` c ``"],
  ["```` x", "````` ```` x `````"],
  ["x".repeat(120), `\`${"x".repeat(120)}\``],
  ["😀".repeat(121), `\`${"😀".repeat(120)}…\``],
  [" ".repeat(1000), "`…`"],
  [`a  \nb`, "`a`"],
  // Guards against a pattern for trailing white space, which would take quadratic time.
  [`a${" ".repeat(1_000_000)}b`, `\`a${" ".repeat(119)}…\``],
] as const;

test.each(firstLines.map(([text, quoted]) => [inShort(text), text, quoted]))(
  "%s is quoted by its first line",
  (_, text, quoted) => {
    expect(itemOf(text)).toBe(`- [ ] @ann commented: ${quoted}`);
  },
);

test("mentions only the authors and refers only to the merge request, for notes of any content", () => {
  const texts = ["@bob !1", "``` @bob", "`@bob", "~~~", "see #1 ``", "\\` @bob #2"];
  const description = describeDiscussions(
    7,
    texts.map((text) => ({ author: "ann", text })),
  );
  expect(mentionsIn(description)).toEqual([{ name: "ann", direct: false }]);
  expect(referencesIn(description, "https://host").map(({ type, iid }) => ({ type, iid }))).toEqual([
    { type: "MergeRequest", iid: 7 },
  ]);
});
