// A commit by itself: with how many lines it changed, and how its builds went.
import type { CommitWithStats } from "../../../git/operations/find-commit.ts";
import { presentCommit } from "./commit.ts";

/** @param status of its pipeline; null when there is none */
export const presentCommitDetail = ({ commit, stats }: CommitWithStats, status: string | null = null) => ({
  ...presentCommit(commit),
  stats: { ...stats, total: stats.additions + stats.deletions },
  status,
});
