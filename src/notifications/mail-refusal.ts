// Classifies refused mails by the error codes of Cloudflare's Email Service.

/** `limit`: a short rate limit; `day_limit`: the daily one; `for_good`: retrying is pointless; `for_now`: everything else. */
export type MailRefusal = "limit" | "day_limit" | "for_good" | "for_now";

const limits: Readonly<Record<string, MailRefusal>> = {
  E_RATE_LIMIT_EXCEEDED: "limit",
  E_DAILY_LIMIT_EXCEEDED: "day_limit",
};

/** The address, a header or the mail itself is invalid. */
const forGood = /^E_(RECIPIENT_|HEADER|VALIDATION_ERROR$|FIELD_MISSING$|CONTENT_TOO_LARGE$)/;

/** @param error thrown when the mail was sent */
export function refusalOf(error: unknown): MailRefusal {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return limits[code] ?? (forGood.test(code) ? "for_good" : "for_now");
}
