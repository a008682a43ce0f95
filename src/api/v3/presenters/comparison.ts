// Comparisons of two revisions.
import type { Comparison } from "../../../git/operations/compare.ts";
import { presentChange } from "./change.ts";
import { presentCommit } from "./commit.ts";

export function presentComparison({ commits, changes, overflow, same }: Comparison) {
  const presented = commits.map(presentCommit);
  return {
    commit: presented.at(-1) ?? null,
    commits: presented,
    diffs: changes.map(presentChange),
    compare_timeout: overflow,
    compare_same_ref: same,
  };
}
