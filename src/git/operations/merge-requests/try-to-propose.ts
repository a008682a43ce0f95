// Takes note of what a merge request proposes, if that is not too much.
import { GitError } from "../../git-error.ts";
import type { Repository } from "../../repository/repository.ts";
import type { Proposal } from "./proposal.ts";
import { proposeVersion, type VersionFacts } from "./propose-version.ts";

/** Null for more than can be taken over from a fork: nothing has changed then. */
export async function tryToPropose(repository: Repository, proposal: Proposal): Promise<VersionFacts | null> {
  try {
    return await proposeVersion(repository, proposal);
  } catch (error) {
    if (error instanceof GitError) return null;
    throw error;
  }
}
