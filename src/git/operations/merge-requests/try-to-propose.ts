// Determines the current version of a merge request within the limits of a fork's objects.
import { GitError } from "../../git-error.ts";
import type { Repository } from "../../repository/repository.ts";
import { checkMerge, type MergeCheck } from "./check-merge.ts";
import type { Proposal } from "./proposal.ts";
import { proposeVersion, type VersionFacts } from "./propose-version.ts";

export interface ProposedFacts extends VersionFacts {
  /** Null if it was not checked. Without a head it cannot be merged. */
  readonly status: MergeCheck["status"] | null;
}

/**
 * Null for too many objects in the fork; then nothing changes.
 * @param isChecked true to check whether the version can be merged
 */
export async function tryToPropose(
  repository: Repository,
  proposal: Proposal,
  isChecked = false,
): Promise<ProposedFacts | null> {
  try {
    const facts = await proposeVersion(repository, proposal);
    return { ...facts, status: isChecked ? await statusOf(repository, proposal, facts) : null };
  } catch (error) {
    if (error instanceof GitError) return null;
    throw error;
  }
}

async function statusOf(
  repository: Repository,
  { targetBranch }: Proposal,
  { head }: VersionFacts,
): Promise<MergeCheck["status"]> {
  return head === null ? "cannot_be_merged" : (await checkMerge(repository, { targetBranch, head })).status;
}
