// The one retry schedule of background work: reading the event stream and draining a repository's outbox.

/**
 * Milliseconds to wait after a failure: doubles with each failure in a row, up to a maximum.
 *
 * @param failures in a row before this one
 */
export const backoff = (failures: number, first: number, longest: number): number =>
  Math.min(first * 2 ** failures, longest);
