// Why the platform did not take a mail, by the codes of Cloudflare's Email Service.

/** `limit`: none is taken just now; `day_limit`: nor for longer; `for_good`: this one never will be; `for_now`: all else. */
export type MailRefusal = "limit" | "day_limit" | "for_good" | "for_now";

const limits: Readonly<Record<string, MailRefusal>> = {
  E_RATE_LIMIT_EXCEEDED: "limit",
  E_DAILY_LIMIT_EXCEEDED: "day_limit",
};

/** The address, a header or the mail itself. */
const forGood = /^E_(RECIPIENT_|HEADER|VALIDATION_ERROR$|FIELD_MISSING$|CONTENT_TOO_LARGE$)/;

/** @param error what sending threw */
export function refusalOf(error: unknown): MailRefusal {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return limits[code] ?? (forGood.test(code) ? "for_good" : "for_now");
}
