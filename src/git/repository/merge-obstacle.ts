// What git finds against the merge of two commits.

export type MergeObstacle =
  | {
      readonly kind: "conflicts";
      /** The first {@link MOST_PATHS}, sorted. */
      readonly paths: readonly string[];
      /** Of all files with conflicts. */
      readonly count: number;
    }
  /**
   * - `branch_missing`: the target branch does not exist, or nothing was ever proposed.
   * - `already_merged`: the target branch has all commits.
   * - `unrelated`: the branches have no common commit.
   * - `too_much`: the merge exceeds its budget.
   */
  | { readonly kind: "branch_missing" | "already_merged" | "unrelated" | "too_much" };

export const MOST_PATHS = 50;

/** In a cache of small values: each path counts like one. */
export const weightOfObstacle = (obstacle: MergeObstacle | null): number =>
  obstacle?.kind === "conflicts" ? 1 + obstacle.paths.length : 1;
