// When a failed delivery is retried.
import { expect, test } from "vitest";
import { nextAttempt, readRetryAfter } from "../../src/hooks/schedule.ts";

const HOUR = 3_600_000;
const now = Date.parse("2026-01-01T00:00:00.000Z");

test("ten attempts take just over three days", () => {
  let last = now;
  let attempts = 1;
  for (let next: number | null = now; next !== null; next = nextAttempt(attempts, next, null)) {
    if (next > last) attempts += 1;
    last = next;
  }
  expect(attempts).toBe(10);
  expect((last - now) / HOUR).toBeCloseTo(75.58, 1);
});

test.each([
  ["sooner than the schedule", 1_000, 5_000],
  ["later", 2 * HOUR, 2 * HOUR],
  ["in a year", 365 * 24 * HOUR, 24 * HOUR],
])("a receiver that requests a retry %s", (_, retryAfter, pause) => {
  expect(nextAttempt(1, now, retryAfter)).toBe(now + pause);
});

test("there is no attempt after the tenth", () => {
  expect(nextAttempt(10, now, HOUR)).toBeNull();
});

test.each([
  [null, null],
  ["", null],
  ["soon", null],
  ["120", 120_000],
  ["Thu, 01 Jan 2026 00:01:00 GMT", 60_000],
  ["Wed, 31 Dec 2025 23:59:00 GMT", 0],
])("Retry-After: %s", (header, expected) => {
  expect(readRetryAfter(header, now)).toBe(expected);
});
