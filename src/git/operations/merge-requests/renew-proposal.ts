// Takes note of what a merge request proposes after a push, which nobody waits to be refused.
import { GitError } from "../../git-error.ts";
import type { Repository } from "../../repository/repository.ts";
import type { Proposal } from "./proposal.ts";
import { proposeVersion, type VersionFacts } from "./propose-version.ts";

/** Null for more than can be taken over from a fork: the merge request stays what it is. */
export async function renewProposal(repository: Repository, proposal: Proposal): Promise<VersionFacts | null> {
  try {
    return await proposeVersion(repository, proposal);
  } catch (error) {
    if (error instanceof GitError) return null;
    throw error;
  }
}
