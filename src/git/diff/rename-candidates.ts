// The best candidates for one added file, ranked as git ranks them.
import type { FileSide } from "./changed-pairs.ts";

const candidatesKept = 4;

export interface Candidate {
  readonly a: FileSide;
  readonly b: FileSide;
  /** In 60,000ths. */
  readonly score: number;
  /** True if both files have the same base name. */
  readonly isNamesake: boolean;
}

/** Sorts the better candidate first. */
export const compareCandidates = (one: Candidate, other: Candidate): number =>
  other.score - one.score || Number(other.isNamesake) - Number(one.isNamesake);

/**
 * Replaces the first of the worst candidates. The position matters: it decides between equal candidates later.
 *
 * @returns the candidate that was dropped; null for none
 */
export function keepIfBetter(best: Candidate[], candidate: Candidate): Candidate | null {
  if (best.length < candidatesKept) {
    best.push(candidate);
    return null;
  }
  const worst = best.reduce((found, one) => (compareCandidates(one, found) > 0 ? one : found));
  if (compareCandidates(worst, candidate) <= 0) return candidate;
  best[best.indexOf(worst)] = candidate;
  return worst;
}
