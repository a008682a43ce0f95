// Objects that are out of reach for a moment.
import { expect, test } from "vitest";
import { callWithRetry } from "../../src/durable-objects/call-with-retry.ts";

test("what fails once is called again, and not after it succeeded", async () => {
  let calls = 0;
  await callWithRetry(async () => {
    calls += 1;
    if (calls === 1) throw new Error("Out of reach");
  });
  expect(calls).toBe(2);
});

test("what fails three times is given up", async () => {
  let calls = 0;
  const call = async () => {
    calls += 1;
    throw new Error(`Out of reach: ${calls}`);
  };
  await expect(callWithRetry(call)).rejects.toThrow("Out of reach: 3");
});
