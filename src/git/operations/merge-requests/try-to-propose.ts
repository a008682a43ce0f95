// Determines the current version of a merge request within the limits of a fork's objects.
import { GitError } from "../../git-error.ts";
import type { Repository } from "../../repository/repository.ts";
import type { Proposal } from "./proposal.ts";
import { proposeVersion, type VersionFacts } from "./propose-version.ts";

/** Null for too many objects in the fork; then nothing changes. */
export async function tryToPropose(repository: Repository, proposal: Proposal): Promise<VersionFacts | null> {
  try {
    return await proposeVersion(repository, proposal);
  } catch (error) {
    if (error instanceof GitError) return null;
    throw error;
  }
}
