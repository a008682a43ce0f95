// A page of the log.
import { type CommitRecord, readCommit } from "../repository/commit-record.ts";
import type { Repository } from "../repository/repository.ts";
import { type LogWishes, repositoryLog } from "../repository/repository-log.ts";
import { resolveCommit } from "../repository/revision.ts";

export interface CommitPageWishes extends LogWishes {
  readonly revision: string;
  readonly offset: number;
  readonly limit: number;
}

export interface CommitPage {
  readonly commits: readonly CommitRecord[];
  /** Whether there are more behind them. */
  readonly hasMore: boolean;
}

/** Newest first; none for a revision that is none. */
export function listCommits(repository: Repository, wishes: CommitPageWishes): CommitPage {
  const { offset, limit } = wishes;
  const tip = resolveCommit(repository, wishes.revision);
  if (tip === null) return { commits: [], hasMore: false };
  const found = [
    ...repositoryLog(repository, tip, wishes)
      .drop(offset)
      .take(limit + 1),
  ];
  return {
    commits: found.slice(0, limit).map(({ oid }) => readCommit(repository, oid)),
    hasMore: found.length > limit,
  };
}
