// Compares two revisions.
import type { Changes } from "../diff/changes.ts";
import { knownCommit } from "../history/commit-graph.ts";
import { mergeBases } from "../history/merge-bases.ts";
import { reachable } from "../history/reachable.ts";
import type { Oid } from "../objects/oid.ts";
import type { CommitRecord } from "../repository/commit-record.ts";
import { renderChanges } from "../repository/rendered-changes.ts";
import type { Repository } from "../repository/repository.ts";
import { resolveCommit } from "../repository/revision.ts";
import { inSlices } from "../slices.ts";
import { summariseCommits } from "./summarise-commits.ts";

export interface Comparison {
  /** Commits that only the second revision reaches: at most the newest 10,000, oldest first. */
  readonly commits: readonly CommitRecord[];
  /** Changes from the merge base, or from the first revision, to the second revision. */
  readonly changes: Changes["changes"];
  /** True if commits or changes are missing. */
  readonly overflow: boolean;
  /** True if both revisions are the same commit. */
  readonly same: boolean;
}

/**
 * Empty if a revision is unknown, or if both are the same commit.
 *
 * @param isStraight compares the two themselves, without their merge base
 */
export async function compareRevisions(
  repository: Repository,
  from: string,
  to: string,
  isStraight = false,
): Promise<Comparison> {
  const [base, head] = [resolveCommit(repository, from), resolveCommit(repository, to)];
  if (base === null || head === null) return { ...nothing, same: false };
  return base === head ? { ...nothing, same: true } : await compare(repository, base, head, isStraight);
}

const nothing = { commits: [], changes: [], overflow: false };

async function compare(repository: Repository, base: Oid, head: Oid, isStraight: boolean): Promise<Comparison> {
  const { commits } = repository;
  const summaries = await inSlices(summariseCommits(repository, reachable(commits, [head], [base])));
  const [parted] = isStraight ? [base] : await inSlices(mergeBases(commits, base, head));
  const before = parted === undefined ? null : knownCommit(commits, parted).tree;
  const { changes, overflow } = await renderChanges(repository, before, knownCommit(commits, head).tree);
  return {
    commits: summaries.commits.toReversed(),
    changes,
    overflow: overflow || summaries.overflow,
    same: false,
  };
}
