// Reads as many commits as fit one message between isolates, which has at most 32 MB.
import { cost, unlimited, type Work } from "../budget.ts";
import type { Walk } from "../history/walk.ts";
import { type CommitRecord, readCommit } from "../repository/commit-record.ts";
import { textOf } from "../repository/fitting-commits.ts";
import type { Repository } from "../repository/repository.ts";

const MOST_COMMITS = 10_000;
/** Characters of all texts, of two bytes each. */
const MOST_TEXT = 8_000_000;

export interface CommitSummaries {
  readonly commits: readonly CommitRecord[];
  /** True if more commits exist than fit. */
  readonly overflow: boolean;
}

/** In the order of the walk. */
export function* summariseCommits(repository: Repository, walk: Walk, limit = MOST_COMMITS): Work<CommitSummaries> {
  const budget = unlimited();
  const commits: CommitRecord[] = [];
  let space = MOST_TEXT;
  for (const found of walk) {
    if (found === undefined || budget.endsSlice()) yield;
    if (found === undefined) continue;
    if (commits.length === limit) return { commits, overflow: true };
    const commit = readCommit(repository, found.oid);
    const text = textOf(commit);
    budget.spend(2 * cost.row + text);
    space -= text;
    if (space < 0) return { commits, overflow: true };
    commits.push(commit);
  }
  return { commits, overflow: false };
}
