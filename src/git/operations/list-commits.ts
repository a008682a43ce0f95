// Lists a page of the log.

import { type ChangedLines, countChangedLines } from "../diff/changes.ts";
import { firstWithin } from "../history/walk.ts";
import type { Oid } from "../objects/oid.ts";
import type { CommitRecord } from "../repository/commit-record.ts";
import { FittingCommits } from "../repository/fitting-commits.ts";
import { BRANCHES, TAGS } from "../repository/ref-store.ts";
import type { Repository } from "../repository/repository.ts";
import { type LogOptions, logBudget, repositoryLog } from "../repository/repository-log.ts";
import { commitOf, resolveCommit } from "../repository/revision.ts";
import { inSlices } from "../slices.ts";
import { treesOf } from "./find-commit.ts";

export interface CommitPageOptions extends LogOptions {
  readonly revision: string;
  readonly offset: number;
  readonly limit: number;
  /** True for the commits of all branches and tags, whatever the revision. */
  readonly isOfAll?: boolean;
  readonly withStats?: boolean;
}

export interface CommitPage {
  readonly commits: readonly CommitRecord[];
  /** By the place of the commit, if requested. */
  readonly stats?: readonly ChangedLines[];
  /** True if more commits follow. */
  readonly hasMore: boolean;
}

/**
 * Newest first; empty for an unknown revision. `too_far`: reaching the page exceeds the budget. `too_changed`: counting
 * its lines does.
 */
export async function listCommits(
  repository: Repository,
  options: CommitPageOptions,
): Promise<CommitPage | "too_far" | "too_changed"> {
  const { offset, limit } = options;
  const tips =
    options.isOfAll === true ? allTips(repository) : [resolveCommit(repository, options.revision) ?? []].flat();
  const budget = logBudget();
  const walk = repositoryLog(repository, tips, options, budget);
  const found = await inSlices(firstWithin(walk, offset + limit + 1, budget));
  if (found === null) return "too_far";
  const page = found.slice(offset, offset + limit);
  const stats =
    options.withStats === true
      ? await statsOf(
          repository,
          page.map(({ oid }) => oid),
        )
      : undefined;
  if (stats === null) return "too_changed";
  const commits = new FittingCommits(repository);
  return {
    commits: page.map(({ oid }) => commits.read(oid)),
    hasMore: found.length > offset + limit,
    ...(stats && { stats }),
  };
}

const allTips = (repository: Repository): Oid[] =>
  [BRANCHES, TAGS].flatMap((folder) => repository.refs.list(folder).flatMap((ref) => commitOf(repository, ref) ?? []));

/** One budget for all commits; null when it is spent. */
async function statsOf(repository: Repository, oids: readonly Oid[]): Promise<ChangedLines[] | null> {
  const budget = logBudget();
  const stats: ChangedLines[] = [];
  for (const oid of oids) {
    const { before, after } = treesOf(repository, oid);
    stats.push(await inSlices(countChangedLines(repository.objects, before, after, budget)));
    if (budget.isSpent) return null;
  }
  return stats;
}
