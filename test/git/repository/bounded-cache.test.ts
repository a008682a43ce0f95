// The cache keeps recently used values up to its limit.
import { expect, test } from "vitest";
import { BoundedCache } from "../../../src/git/repository/bounded-cache.ts";

/** The keys whose values were computed, in order. */
async function computedKeys(most: number, keys: readonly string[]): Promise<string[]> {
  const cache = new BoundedCache<string>(most, (value) => value.length);
  const computed: string[] = [];
  for (const key of keys) {
    const value = await cache.get(key, async () => {
      computed.push(key);
      return key.toUpperCase();
    });
    expect(value).toBe(key.toUpperCase());
  }
  return computed;
}

test.for<[what: string, most: number, keys: string[], computed: string[]]>([
  ["values are computed once", 3, ["a", "b", "a", "c", "b", "a"], ["a", "b", "c"]],
  ["the least recently used value is dropped first", 2, ["a", "b", "a", "c", "a", "b"], ["a", "b", "c", "b"]],
  ["a heavy value replaces several", 3, ["a", "b", "ccc", "a", "ccc"], ["a", "b", "ccc", "a", "ccc"]],
  ["a value over the limit is not cached and replaces nothing", 3, ["a", "dddd", "dddd", "a"], ["a", "dddd", "dddd"]],
])("%s", async ([, most, keys, computed]) => {
  expect(await computedKeys(most, keys)).toEqual(computed);
});

test("concurrent callers wait for one computation, even if it fails", async () => {
  const cache = new BoundedCache<string>(10, (value) => value.length);
  let rounds = 0;
  const values = [1, 2, 3].map(() =>
    cache.get("a", async () => {
      rounds += 1;
      if (rounds === 1) throw new Error("the first round fails");
      return "A";
    }),
  );
  const outcomes = (await Promise.allSettled(values)).map(({ status }) => status);
  expect({ rounds, outcomes }).toEqual({ rounds: 1, outcomes: ["rejected", "rejected", "rejected"] });
  expect(await cache.get("a", async () => "again")).toBe("again");
});
