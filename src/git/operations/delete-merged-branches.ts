// Deletes the branches that the default branch has all of, and more.
import { cost, unlimited, type Work } from "../budget.ts";
import { mergedInto } from "../repository/branch-record.ts";
import { BRANCHES } from "../repository/ref-store.ts";
import type { Repository } from "../repository/repository.ts";
import { type Pusher, type RefUpdate, updateRefs } from "../repository/update-refs.ts";
import { inSlices } from "../slices.ts";

/** As many as a push may change. */
const MOST_AT_ONCE = 10_000;

/**
 * Keeps protected branches, and branches that are at the commit of the default branch, as GitLab 8.16 does: among them
 * the default branch itself.
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

/** Each names the commit that the branch was at: one that moves in the meantime stays. */
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
