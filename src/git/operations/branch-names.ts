// The names of branches, without reading their commits.
import { BRANCHES } from "../repository/ref-store.ts";
import type { Repository } from "../repository/repository.ts";

export interface BranchNames {
  /** In bytewise order; the default branch comes first. */
  readonly names: readonly string[];
  /** Of all branches. */
  readonly count: number;
}

/** At most `limit` names. */
export function branchNames({ refs }: Repository, limit: number): BranchNames {
  const names = refs.list(BRANCHES).map(({ name }) => name.slice(BRANCHES.length));
  const { defaultBranch } = refs;
  const first = defaultBranch !== null && names.includes(defaultBranch) ? [defaultBranch] : [];
  const others = names.filter((name) => name !== defaultBranch);
  return { names: [...first, ...others].slice(0, limit), count: names.length };
}
