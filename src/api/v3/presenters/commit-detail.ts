// A single commit with its line statistics and the status of its pipeline.
import type { CommitWithStats } from "../../../git/operations/find-commit.ts";
import { presentCommit } from "./commit.ts";

interface CommitDetail extends CommitWithStats {
  /** Of the pipeline; null if there is none. */
  readonly status: string | null;
}

export const presentCommitDetail = ({ commit, stats, status }: CommitDetail) => ({
  ...presentCommit(commit),
  stats: { ...stats, total: stats.additions + stats.deletions },
  status,
});
