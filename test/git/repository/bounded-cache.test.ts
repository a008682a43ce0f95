// What was worked out lately is at hand, as much as fits.
import { expect, test } from "vitest";
import { BoundedCache } from "../../../src/git/repository/bounded-cache.ts";

/** What had to be worked out, in order. */
function workedOut(most: number, questions: readonly string[]): string[] {
  const cache = new BoundedCache<string>(most, (answer) => answer.length);
  const worked: string[] = [];
  for (const question of questions) {
    const answer = cache.get(question, () => {
      worked.push(question);
      return question.toUpperCase();
    });
    expect(answer).toBe(question.toUpperCase());
  }
  return worked;
}

test.for<[what: string, most: number, questions: string[], worked: string[]]>([
  ["answers are worked out once", 3, ["a", "b", "a", "c", "b", "a"], ["a", "b", "c"]],
  ["the one that was used longest ago goes first", 2, ["a", "b", "a", "c", "a", "b"], ["a", "b", "c", "b"]],
  ["a heavy one takes the place of several", 3, ["a", "b", "ccc", "a", "ccc"], ["a", "b", "ccc", "a", "ccc"]],
  ["what is too heavy is not kept and displaces nothing", 3, ["a", "dddd", "dddd", "a"], ["a", "dddd", "dddd"]],
])("%s", ([, most, questions, worked]) => {
  expect(workedOut(most, questions)).toEqual(worked);
});
