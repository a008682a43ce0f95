// A stale attempt is repeated, up to five attempts in all.
import { expect, test } from "vitest";
import { retryWhileStale } from "../../src/services/retry-stale.ts";

/** An attempt that is stale the given number of times and counts its calls. */
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

test("an attempt that throws ends its turn, so that the next request does not wait for the expiry", async () => {
  const thrown = new Error("thrown");
  let made = 0;
  const attempt = () => {
    made += 1;
    return made === 1 ? Promise.resolve({ kind: "stale" }) : Promise.reject(thrown);
  };
  await expect(retryWhileStale("Issue", 2, attempt)).rejects.toBe(thrown);
  expect(await Promise.race([retryWhileStale("Issue", 2, staleTimes(0)), late()])).toMatchObject({ kind: "done" });
});

/** Resolves well before a turn expires. */
const late = () => new Promise((resolve) => setTimeout(() => resolve({ kind: "late" }), 1_000));

test("simultaneous edits of one issuable retry one at a time", async () => {
  let version = 0;
  let attempts = 0;
  const edit = async () => {
    attempts += 1;
    const seen = version;
    await new Promise((resolve) => setTimeout(resolve, 1));
    if (version !== seen) return { kind: "stale" };
    version += 1;
    return { kind: "done" };
  };
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => retryWhileStale("Issue", 3, edit)));
  expect({ kinds: [...new Set(outcomes.map(({ kind }) => kind))], version, attempts }).toEqual({
    kinds: ["done"],
    version: 20,
    attempts: 39,
  });
});
