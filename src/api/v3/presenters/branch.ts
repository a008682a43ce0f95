// Branches.
import type { BranchRecord } from "../../../git/repository/branch-record.ts";
import { presentCommit } from "./commit.ts";

export const presentBranch = ({ name, commit, merged, protection }: BranchRecord) => ({
  name,
  commit: presentCommit(commit),
  merged,
  protected: protection !== null,
  developers_can_push: protection?.developersCanPush ?? false,
  developers_can_merge: protection?.developersCanMerge ?? false,
});

export const presentDeletedBranch = (name: string) => ({ branch_name: name });
