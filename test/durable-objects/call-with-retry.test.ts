// Calls to Durable Objects that are briefly unreachable.
import { expect, test } from "vitest";
import { callWithRetry } from "../../src/durable-objects/call-with-retry.ts";

test("a call that fails once is repeated, and not after it succeeds", async () => {
  let calls = 0;
  await callWithRetry(async () => {
    calls += 1;
    if (calls === 1) throw new Error("Out of reach");
  });
  expect(calls).toBe(2);
});

test("a call that fails three times is given up", async () => {
  let calls = 0;
  const call = async () => {
    calls += 1;
    throw new Error(`Out of reach: ${calls}`);
  };
  await expect(callWithRetry(call)).rejects.toThrow("Out of reach: 3");
});
