// What was worked out lately is at hand, as much as fits.
import { expect, test } from "vitest";
import { BoundedCache } from "../../../src/git/repository/bounded-cache.ts";

/** What had to be worked out, in order. */
async function workedOut(most: number, questions: readonly string[]): Promise<string[]> {
  const cache = new BoundedCache<string>(most, (answer) => answer.length);
  const worked: string[] = [];
  for (const question of questions) {
    const answer = await cache.get(question, async () => {
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
])("%s", async ([, most, questions, worked]) => {
  expect(await workedOut(most, questions)).toEqual(worked);
});

test("who asks for what is being worked out waits for it, also when it fails", async () => {
  const cache = new BoundedCache<string>(10, (answer) => answer.length);
  let rounds = 0;
  const answers = [1, 2, 3].map(() =>
    cache.get("a", async () => {
      rounds += 1;
      if (rounds === 1) throw new Error("the first round fails");
      return "A";
    }),
  );
  const said = (await Promise.allSettled(answers)).map(({ status }) => status);
  expect({ rounds, said }).toEqual({ rounds: 1, said: ["rejected", "rejected", "rejected"] });
  expect(await cache.get("a", async () => "again")).toBe("again");
});
