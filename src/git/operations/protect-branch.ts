// Protects and unprotects branches.
import { type BranchRecord, branchRecord } from "../repository/branch-record.ts";
import type { Protection } from "../repository/protected-branches.ts";
import type { Repository } from "../repository/repository.ts";
import { inSlices } from "../slices.ts";

const mastersOnly: Protection = { developersCanPush: false, developersCanMerge: false };

/**
 * Omitted fields keep their value; by default developers may neither push nor merge. Null when the branch does not
 * exist.
 */
export async function protectBranch(
  repository: Repository,
  name: string,
  changes: Partial<Protection>,
): Promise<BranchRecord | null> {
  const branch = await inSlices(branchRecord(repository, name));
  if (branch === null) return null;
  const protection = { ...(repository.protectedBranches.get(name) ?? mastersOnly), ...changes };
  repository.protectedBranches.protect(name, protection);
  return { ...branch, protection };
}

/** Null when the branch does not exist. */
export async function unprotectBranch(repository: Repository, name: string): Promise<BranchRecord | null> {
  const branch = await inSlices(branchRecord(repository, name));
  if (branch === null) return null;
  repository.protectedBranches.unprotect(name);
  return { ...branch, protection: null };
}
