// Deletes branches that the default branch contains and is ahead of.
import { cost, unlimited, type Work } from "../budget.ts";
import { mergedInto } from "../repository/branch-record.ts";
import { BRANCHES } from "../repository/ref-store.ts";
import type { Repository } from "../repository/repository.ts";
import { type Pusher, type RefUpdate, updateRefs } from "../repository/update-refs.ts";
import { inSlices } from "../slices.ts";

/** Branches per call, because they are deleted without a pause. */
const MOST_AT_ONCE = 10_000;

/**
 * Keeps protected branches, and branches at the tip of the default branch (including itself), as GitLab 8.16 does.
 *
 * @param at ISO 8601 with milliseconds
 * @returns the names of the deleted branches
 */
export async function deleteMergedBranches(repository: Repository, pusher: Pusher, at: string): Promise<string[]> {
  const updates = await inSlices(deletions(repository));
  return updateRefs(repository, { pusher, at, updates, atomic: false, via: "api" })
    .filter(({ refusal }) => refusal === null)
    .map(({ name }) => name.slice(BRANCHES.length));
}

/** Each update expects the tip that was checked, so a branch that moves meanwhile is kept. */
function* deletions(repository: Repository): Work<RefUpdate[]> {
  const budget = unlimited();
  const isProtected = repository.protectedBranches.all();
  const isMerged = mergedInto(repository, budget);
  const updates: RefUpdate[] = [];
  for (const { name, oid } of repository.refs.list(BRANCHES)) {
    if (updates.length === MOST_AT_ONCE) break;
    if (isProtected.has(name.slice(BRANCHES.length)) || !(yield* isMerged(oid))) continue;
    updates.push({ name, before: oid, after: null });
    budget.spend(cost.row);
    if (budget.endsSlice()) yield;
  }
  return updates;
}
