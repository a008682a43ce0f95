// Whoever was overtaken tries again, five times in all.
import { expect, test } from "vitest";
import { retryWhileStale } from "../../src/services/retry-stale.ts";

/** An attempt that is stale so many times, and counts how often it was made. */
function staleTimes(times: number) {
  let made = 0;
  const attempt = () => {
    made += 1;
    return Promise.resolve({ kind: made > times ? "done" : "stale", made });
  };
  return attempt;
}

test.each([
  [0, { kind: "done", made: 1 }],
  [1, { kind: "done", made: 2 }],
  [4, { kind: "done", made: 5 }],
  [9, { kind: "stale", made: 5 }],
])("stale %i times: %j", async (times, outcome) => {
  expect(await retryWhileStale("Issue", 1, staleTimes(times))).toEqual(outcome);
});

test("an attempt that throws ends the turn: the next one need not wait for its end", async () => {
  const thrown = new Error("thrown");
  let made = 0;
  const attempt = () => {
    made += 1;
    return made === 1 ? Promise.resolve({ kind: "stale" }) : Promise.reject(thrown);
  };
  await expect(retryWhileStale("Issue", 2, attempt)).rejects.toBe(thrown);
  expect(await Promise.race([retryWhileStale("Issue", 2, staleTimes(0)), late()])).toMatchObject({ kind: "done" });
});

/** Well before a turn would end by itself. */
const late = () => new Promise((resolve) => setTimeout(() => resolve({ kind: "late" }), 1_000));

test("of many that try again on one issuable, one does at a time", async () => {
  let version = 0;
  let attempts = 0;
  const overtakeable = async () => {
    attempts += 1;
    const seen = version;
    await new Promise((resolve) => setTimeout(resolve, 1));
    if (version !== seen) return { kind: "stale" };
    version += 1;
    return { kind: "done" };
  };
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => retryWhileStale("Issue", 3, overtakeable)));
  expect({ kinds: [...new Set(outcomes.map(({ kind }) => kind))], version, attempts }).toEqual({
    kinds: ["done"],
    version: 20,
    attempts: 39,
  });
});
