// Patterns of branches
import { expect, test } from "vitest";
import { matchesWildcard } from "../../src/hooks/wildcard.ts";

test.each([
  ["main", "main", true],
  ["main", "maintenance", false],
  ["*", "any/thing", true],
  ["release/*", "release/1/rc", true],
  ["release/*", "prerelease/1", false],
  ["*-stable", "8-16-stable", true],
  ["*-stable", "8-16-stable-x", false],
  ["a*b*c", "a-b-b-c", true],
  ["a*b*c", "a-c-b", false],
  ["a*b*c", "a-c", false],
  ["ab*ba", "aba", false],
  ["**", "", true],
])("%s matches %s: %s", (pattern, branch, expected) => {
  expect(matchesWildcard(pattern, branch)).toBe(expected);
});
