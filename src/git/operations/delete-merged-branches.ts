// Deletes the branches that the default branch has all of, and more.
import { mergedInto } from "../repository/branch-record.ts";
import { BRANCHES } from "../repository/ref-store.ts";
import type { Repository } from "../repository/repository.ts";
import { type Pusher, updateRefs } from "../repository/update-refs.ts";

/** As many as a push may change. */
const MOST_AT_ONCE = 10_000;

/**
 * Keeps protected branches, and branches that are at the commit of the default branch, as GitLab 8.16 does: among them
 * the default branch itself.
 *
 * @param at ISO 8601 with milliseconds
 * @returns the names of the deleted branches
 */
export function deleteMergedBranches(repository: Repository, pusher: Pusher, at: string): string[] {
  const isProtected = repository.protectedBranches.all();
  const isMerged = mergedInto(repository);
  const updates = repository.refs
    .list(BRANCHES)
    .filter(({ name, oid }) => !isProtected.has(name.slice(BRANCHES.length)) && isMerged(oid))
    .slice(0, MOST_AT_ONCE)
    .map(({ name, oid }) => ({ name, before: oid, after: null }));
  return updateRefs(repository, { pusher, at, updates, atomic: false, via: "api" })
    .filter(({ refusal }) => refusal === null)
    .map(({ name }) => name.slice(BRANCHES.length));
}
