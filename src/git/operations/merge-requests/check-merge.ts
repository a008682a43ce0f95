// Checks whether a merge request can be merged now.
import { mergeCommits } from "../../merge/merge-commits.ts";
import type { Oid } from "../../objects/oid.ts";
import type { Repository } from "../../repository/repository.ts";
import { StagedObjects } from "../../repository/staged-objects.ts";
import { inSlices } from "../../slices.ts";
import { branchTip } from "./proposal.ts";

export interface MergeCheck {
  readonly status: "can_be_merged" | "cannot_be_merged";
}

/** `cannot_be_merged` also without a target branch, and without commits to merge. */
export async function checkMerge(
  repository: Repository,
  { targetBranch, head }: { readonly targetBranch: string; readonly head: Oid },
): Promise<MergeCheck> {
  const { objects, commits, mergeability } = repository;
  const target = branchTip(repository, targetBranch);
  if (target === null || commits.find(head) === null) return { status: "cannot_be_merged" };
  const isMergeable = await mergeability.get(`${target} ${head}`, async () => {
    const { kind } = await inSlices(mergeCommits(new StagedObjects(objects), commits, target, head));
    if (kind === "too_much") console.warn(`Merging ${head} into ${target} exceeds the budget of a merge`);
    return kind === "merged";
  });
  return { status: isMergeable ? "can_be_merged" : "cannot_be_merged" };
}
