// Lists and finds branches.
import { type BranchRecord, branchRecord, branchRecords } from "../repository/branch-record.ts";
import { BRANCHES } from "../repository/ref-store.ts";
import type { Repository } from "../repository/repository.ts";
import { inSlices } from "../slices.ts";

/** In bytewise order of their names. */
export const listBranches = (repository: Repository): Promise<BranchRecord[]> =>
  inSlices(branchRecords(repository, repository.refs.list(BRANCHES)));

/** @param name short name, such as `feature/one` @returns null when the branch does not exist */
export const findBranch = (repository: Repository, name: string): Promise<BranchRecord | null> =>
  inSlices(branchRecord(repository, name));
