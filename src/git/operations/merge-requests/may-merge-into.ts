// Checks whether an access level allows to merge into a branch.
import { mayMerge } from "../../repository/protected-branches.ts";
import type { Repository } from "../../repository/repository.ts";

export interface BranchAndLevel {
  /** Short name, such as `main`; the branch need not exist. */
  readonly branch: string;
  /** Access level on the project: 30 developer, 40 master. */
  readonly level: number;
}

export const mayMergeInto = ({ protectedBranches }: Repository, { branch, level }: BranchAndLevel): boolean =>
  mayMerge(level, protectedBranches.get(branch));
