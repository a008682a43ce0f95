// The colours of labels.
import { expect, test } from "vitest";
import { checkColor, colorCode } from "../../src/services/labels/colors.ts";

test.each([
  ["red", "#FF0000"],
  ["RebeccaPurple", "#663399"],
  [" lightGoldenrodYellow\n", "#FAFAD2"],
  ["aliceblue", "#F0F8FF"],
  ["yellowgreen", "#9ACD32"],
])("the name %j becomes %s", (name, code) => {
  expect(colorCode(name)).toBe(code);
});

test.each(["#FFAABB", "#ffaabb", "#fab", "#0a9"])("%s is kept unchanged", (code) => {
  expect([colorCode(` ${code} `), checkColor(code)]).toEqual([code, []]);
});

test.each([
  "",
  "#",
  "#FF",
  "#FFAA",
  "#FFAAB",
  "#FFAABBC",
  "#FFAABBCC",
  "#FFAABBFFAABB",
  "#GGAABB",
  "FFAABB",
  "#fab\nx",
])("%j is refused", (code) => {
  expect(checkColor(colorCode(code))).toEqual(["must be a valid color code"]);
});

test.each(["reddish", "constructor", "__proto__", "FF0000", "transparent"])("the word %j is refused", (word) => {
  expect(checkColor(colorCode(word))).toEqual(["must be a valid color code"]);
});
