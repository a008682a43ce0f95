// Lists a page of the log.
import { firstWithin } from "../history/walk.ts";
import type { CommitRecord } from "../repository/commit-record.ts";
import { FittingCommits } from "../repository/fitting-commits.ts";
import type { Repository } from "../repository/repository.ts";
import { type LogOptions, logBudget, repositoryLog } from "../repository/repository-log.ts";
import { resolveCommit } from "../repository/revision.ts";
import { inSlices } from "../slices.ts";

export interface CommitPageOptions extends LogOptions {
  readonly revision: string;
  readonly offset: number;
  readonly limit: number;
}

export interface CommitPage {
  readonly commits: readonly CommitRecord[];
  /** True if more commits follow. */
  readonly hasMore: boolean;
}

/** Newest first; empty for an unknown revision. `too_far`: reaching the page exceeds the budget. */
export async function listCommits(repository: Repository, options: CommitPageOptions): Promise<CommitPage | "too_far"> {
  const { offset, limit } = options;
  const tip = resolveCommit(repository, options.revision);
  if (tip === null) return { commits: [], hasMore: false };
  const budget = logBudget();
  const walk = repositoryLog(repository, tip, options, budget);
  const found = await inSlices(firstWithin(walk, offset + limit + 1, budget));
  if (found === null) return "too_far";
  const page = found.slice(offset);
  const commits = new FittingCommits(repository);
  return {
    commits: page.slice(0, limit).map(({ oid }) => commits.read(oid)),
    hasMore: page.length > limit,
  };
}
