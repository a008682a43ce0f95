// Protects branches, and ends their protection.
import { type BranchRecord, branchRecord } from "../repository/branch-record.ts";
import type { Protection } from "../repository/protected-branches.ts";
import type { Repository } from "../repository/repository.ts";
import { inSlices } from "../slices.ts";

const nothingForDevelopers: Protection = { developersCanPush: false, developersCanMerge: false };

/**
 * What the wishes leave out stays as it was; developers may neither push nor merge at first. Null when there is no
 * such branch.
 */
export async function protectBranch(
  repository: Repository,
  name: string,
  changes: Partial<Protection>,
): Promise<BranchRecord | null> {
  const branch = await inSlices(branchRecord(repository, name));
  if (branch === null) return null;
  const protection = { ...(repository.protectedBranches.get(name) ?? nothingForDevelopers), ...changes };
  repository.protectedBranches.protect(name, protection);
  return { ...branch, protection };
}

/** Null when there is no such branch. */
export async function unprotectBranch(repository: Repository, name: string): Promise<BranchRecord | null> {
  const branch = await inSlices(branchRecord(repository, name));
  if (branch === null) return null;
  repository.protectedBranches.unprotect(name);
  return { ...branch, protection: null };
}
