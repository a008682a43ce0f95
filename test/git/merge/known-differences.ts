// Known differences from git: it breaks a tie by the order of a hash table, or calls a merge clean that has conflict markers.
import { expect } from "vitest";

interface Cases {
  readonly count: number;
  /** How many there usually are, and how many of these differ. */
  readonly usual: number;
  readonly known: number;
}

/**
 * Matches the number of cases that differ: as many as known of the usual number, no more among fewer, and one in a
 * hundred among more.
 */
export function knownDifferences({ count, usual, known }: Cases): unknown {
  const most = count > usual ? Math.ceil(count / 100) : known;
  return expect.toSatisfy((found: number) => (count === usual ? found === known : found <= most));
}
