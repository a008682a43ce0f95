// Protects and unprotects branches.
import { type BranchRecord, branchRecord } from "../repository/branch-record.ts";
import type { Protector } from "../repository/outbox.ts";
import type { Protection } from "../repository/protected-branches.ts";
import type { Repository } from "../repository/repository.ts";
import { inSlices } from "../slices.ts";

const mastersOnly: Protection = { developersCanPush: false, developersCanMerge: false };

/**
 * Omitted fields keep their value; by default developers may neither push nor merge. Null when the branch does not
 * exist.
 */
export const protectBranch = (
  repository: Repository,
  name: string,
  changes: Partial<Protection>,
  by: Protector,
): Promise<BranchRecord | null> =>
  changeProtection(repository, name, by, (before) => ({ ...(before ?? mastersOnly), ...changes }));

/** Null when the branch does not exist. */
export const unprotectBranch = (repository: Repository, name: string, by: Protector): Promise<BranchRecord | null> =>
  changeProtection(repository, name, by, () => null);

/** The outbox has the change if there is one, so that a crash cannot lose its record. */
async function changeProtection(
  repository: Repository,
  branch: string,
  by: Protector,
  decide: (before: Protection | null) => Protection | null,
): Promise<BranchRecord | null> {
  const record = await inSlices(branchRecord(repository, branch));
  if (record === null) return null;
  const { sql, protectedBranches, outbox } = repository;
  return sql.transaction(() => {
    const before = protectedBranches.get(branch);
    const after = decide(before);
    if (isSame(before, after)) return { ...record, protection: after };
    if (after === null) protectedBranches.unprotect(branch);
    else protectedBranches.protect(branch, after);
    outbox.add({ kind: "protection", branch, before, after, by });
    return { ...record, protection: after };
  });
}

const isSame = (one: Protection | null, other: Protection | null): boolean =>
  one?.developersCanPush === other?.developersCanPush && one?.developersCanMerge === other?.developersCanMerge;
