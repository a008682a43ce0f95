// When a failed delivery is retried.

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Milliseconds from the end of each failed attempt to the next: ten attempts in about three days. */
const pauses = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];

/** Longer `Retry-After` values are cut to this. */
const LONGEST_RETRY_AFTER = 24 * HOUR;

/**
 * The time of the next attempt, in milliseconds since 1970; null after the last one.
 *
 * @param attempts failed attempts so far
 * @param endedAt the end of the last attempt, in milliseconds since 1970
 * @param retryAfter milliseconds the receiver requested; can only delay the next attempt
 */
export function nextAttempt(attempts: number, endedAt: number, retryAfter: number | null): number | null {
  const pause = pauses[attempts - 1];
  return pause === undefined ? null : endedAt + Math.max(pause, Math.min(retryAfter ?? 0, LONGEST_RETRY_AFTER));
}

/**
 * Parses `Retry-After`. Milliseconds from now; null for a missing or malformed header.
 *
 * @param header seconds, or an HTTP date
 */
export function readRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header)) return Number(header) * SECOND;
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
