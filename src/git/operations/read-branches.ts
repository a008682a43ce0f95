// Tells of branches.
import { type BranchRecord, branchRecord, branchRecords } from "../repository/branch-record.ts";
import { BRANCHES } from "../repository/ref-store.ts";
import type { Repository } from "../repository/repository.ts";
import { inSlices } from "../slices.ts";

/** By name, byte by byte. */
export const listBranches = (repository: Repository): Promise<BranchRecord[]> =>
  inSlices(branchRecords(repository, repository.refs.list(BRANCHES)));

/** @param name `feature/one`. Null when there is no such branch */
export const findBranch = (repository: Repository, name: string): Promise<BranchRecord | null> =>
  inSlices(branchRecord(repository, name));
