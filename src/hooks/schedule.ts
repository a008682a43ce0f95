// When a delivery that failed is tried again.

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Milliseconds from the end of each attempt that failed to the next one: ten attempts in about three days. */
const pauses = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];

/** What a receiver may ask for at most. */
const LONGEST_RETRY_AFTER = 24 * HOUR;

/**
 * When to try again, in milliseconds since 1970; null after the last attempt.
 * @param attempts those made so far, all of which failed
 * @param endedAt when the last of them had failed, in milliseconds since 1970
 * @param retryAfter milliseconds the receiver asked for: the next attempt is never earlier for it
 */
export function nextAttempt(attempts: number, endedAt: number, retryAfter: number | null): number | null {
  const pause = pauses[attempts - 1];
  return pause === undefined ? null : endedAt + Math.max(pause, Math.min(retryAfter ?? 0, LONGEST_RETRY_AFTER));
}

/**
 * A `Retry-After` in milliseconds from now; null for none that can be read.
 * @param header seconds, or an HTTP date
 */
export function readRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header)) return Number(header) * SECOND;
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
