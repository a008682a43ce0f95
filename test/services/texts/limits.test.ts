// The limits of descriptions and notes.
import { expect, test } from "vitest";
import { checkLongText } from "../../../src/services/texts/limits.ts";

const tooLong = ["is too long (maximum is 1048576 characters)"];

test.each([
  ["1,048,576 characters", "x", 1_048_576],
  ["1,900,000 bytes in characters of two", "é", 950_000],
  ["1,900,000 bytes in characters of two units", "😀", 475_000],
])("a text has at most %s", (_, character, most) => {
  expect([most, most + 1].map((length) => checkLongText(character.repeat(length)))).toEqual([[], tooLong]);
});

test("a text of any greater length is too long", () => {
  for (const length of [2_097_152, 2_097_153, 5_000_000]) expect(checkLongText("x".repeat(length))).toEqual(tooLong);
});
