// Classification of the platform's reasons for refusing a mail.
import { expect, test } from "vitest";
import { refusalOf } from "../../src/notifications/mail-refusal.ts";

test.each([
  ["E_RATE_LIMIT_EXCEEDED", "limit"],
  ["E_DAILY_LIMIT_EXCEEDED", "day_limit"],
  ["E_RECIPIENT_SUPPRESSED", "for_good"],
  ["E_RECIPIENT_NOT_ALLOWED", "for_good"],
  ["E_VALIDATION_ERROR", "for_good"],
  ["E_HEADER_VALUE_INVALID", "for_good"],
  ["E_HEADERS_TOO_LARGE", "for_good"],
  ["E_INTERNAL_SERVER_ERROR", "for_now"],
  ["E_SENDER_NOT_VERIFIED", "for_now"],
])("%s: %s", (code, refusal) => {
  expect(refusalOf(Object.assign(new Error("It was not taken"), { code }))).toBe(refusal);
});

test("an error without a code is temporary", () => {
  expect([new Error("Network connection lost"), "thrown", null].map(refusalOf)).toEqual([
    "for_now",
    "for_now",
    "for_now",
  ]);
});
