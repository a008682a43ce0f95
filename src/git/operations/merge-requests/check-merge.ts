// Checks whether a merge request can be merged now, and says what prevents it.
import { mergeCommits } from "../../merge/merge-commits.ts";
import { textOf } from "../../objects/byte-string.ts";
import type { Oid } from "../../objects/oid.ts";
import { type MergeObstacle, MOST_PATHS } from "../../repository/merge-obstacle.ts";
import type { Repository } from "../../repository/repository.ts";
import { StagedObjects } from "../../repository/staged-objects.ts";
import { inSlices } from "../../slices.ts";
import { branchTip } from "./proposal.ts";

export interface MergeCheck {
  readonly status: "can_be_merged" | "cannot_be_merged";
}

export interface MergeSides {
  /** Short name, such as `main`. */
  readonly targetBranch: string;
  readonly head: Oid;
}

/** `cannot_be_merged` also without a target branch, and without commits to merge. */
export async function checkMerge(repository: Repository, sides: MergeSides): Promise<MergeCheck> {
  const obstacle = await findObstacle(repository, sides);
  return { status: obstacle === null ? "can_be_merged" : "cannot_be_merged" };
}

/** Null if it can be merged. */
export async function findObstacle(
  repository: Repository,
  { targetBranch, head }: MergeSides,
): Promise<MergeObstacle | null> {
  const { commits, mergeability } = repository;
  const target = branchTip(repository, targetBranch);
  if (target === null || commits.find(head) === null) return { kind: "branch_missing" };
  return mergeability.get(`${target} ${head}`, () => tryToMerge(repository, target, head));
}

async function tryToMerge({ objects, commits }: Repository, target: Oid, head: Oid): Promise<MergeObstacle | null> {
  const outcome = await inSlices(mergeCommits(new StagedObjects(objects), commits, target, head));
  switch (outcome.kind) {
    case "merged":
      return null;
    case "conflicts":
      return {
        kind: "conflicts",
        paths: outcome.paths.slice(0, MOST_PATHS).map(textOf),
        count: outcome.paths.length,
      };
    case "too_much":
      console.warn(`Merging ${head} into ${target} exceeds the budget of a merge`);
      return { kind: "too_much" };
    default:
      return { kind: outcome.kind };
  }
}
