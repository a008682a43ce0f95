// A page of the log.
import { firstOf } from "../history/walk.ts";
import { type CommitRecord, readCommit } from "../repository/commit-record.ts";
import type { Repository } from "../repository/repository.ts";
import { type LogWishes, repositoryLog } from "../repository/repository-log.ts";
import { resolveCommit } from "../repository/revision.ts";
import { inSlices } from "../slices.ts";

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
export async function listCommits(repository: Repository, wishes: CommitPageWishes): Promise<CommitPage> {
  const { offset, limit } = wishes;
  const tip = resolveCommit(repository, wishes.revision);
  if (tip === null) return { commits: [], hasMore: false };
  const found = await inSlices(firstOf(repositoryLog(repository, tip, wishes), offset + limit + 1));
  const page = found.slice(offset);
  return {
    commits: page.slice(0, limit).map(({ oid }) => readCommit(repository, oid)),
    hasMore: page.length > limit,
  };
}
