// How a merge request stands, in one call: whether it can be merged, whether a user may, and how far its branches diverged.
import { reachable } from "../../history/reachable.ts";
import { countOf } from "../../history/walk.ts";
import type { Oid } from "../../objects/oid.ts";
import type { Repository } from "../../repository/repository.ts";
import { inSlices } from "../../slices.ts";
import { checkMerge, type MergeCheck } from "./check-merge.ts";
import { mayMergeInto } from "./may-merge-into.ts";
import { branchTip } from "./proposal.ts";

/** The count of commits by which the target is ahead stops here. */
const MOST_DIVERGED = 10_000;

export interface AskedStanding {
  /** Short name, such as `main`. */
  readonly targetBranch: string;
  /** Of the newest version; null if there is none, which cannot be merged. */
  readonly head: Oid | null;
  /** The result of an earlier check, if no branch has moved since; null to check now. */
  readonly known: MergeCheck["status"] | null;
  /** Access level of the user on the project: 30 developer, 40 master. */
  readonly level: number;
  readonly countsDiverged: boolean;
}

export interface MergeStanding extends MergeCheck {
  /** True if the user may merge into the target branch. */
  readonly isAllowed: boolean;
  /** Commits of the target branch that the head lacks, at most 10,000; null if they were not to be counted. */
  readonly divergedCommits: number | null;
}

export async function mergeStanding(
  repository: Repository,
  { targetBranch, head, known, level, countsDiverged }: AskedStanding,
): Promise<MergeStanding> {
  const found = async (): Promise<MergeCheck["status"]> =>
    head === null ? "cannot_be_merged" : (await checkMerge(repository, { targetBranch, head })).status;
  return {
    status: known ?? (await found()),
    isAllowed: mayMergeInto(repository, { branch: targetBranch, level }),
    divergedCommits: countsDiverged ? await countDiverged(repository, targetBranch, head) : null,
  };
}

/** 0 if one of the two does not exist. */
async function countDiverged(repository: Repository, targetBranch: string, head: Oid | null): Promise<number> {
  const { commits } = repository;
  const target = branchTip(repository, targetBranch);
  if (target === null || head === null || commits.find(head) === null) return 0;
  return inSlices(countOf(reachable(commits, [target], [head]), MOST_DIVERGED));
}
