// Who may merge into a branch.
import { mayMerge } from "../../repository/protected-branches.ts";
import type { Repository } from "../../repository/repository.ts";

export interface BranchAndLevel {
  /** `main`; it need not be there. */
  readonly branch: string;
  /** On the project: 30 developer, 40 master. */
  readonly level: number;
}

export const mayMergeInto = ({ protectedBranches }: Repository, { branch, level }: BranchAndLevel): boolean =>
  mayMerge(level, protectedBranches.get(branch));
