// Versions of merge requests.
import type { VersionRow } from "../../../db/queries/merge-requests/version-rows.ts";
import type { Change } from "../../../git/diff/changes.ts";
import type { CommitRecord } from "../../../git/repository/commit-record.ts";
import { presentChange } from "./change.ts";
import { presentCommit } from "./commit.ts";

export const presentVersion = (row: VersionRow) => ({
  id: row.id,
  head_commit_sha: row.head_commit_sha,
  base_commit_sha: row.base_commit_sha,
  start_commit_sha: row.start_commit_sha,
  created_at: row.created_at,
  merge_request_id: row.merge_request_id,
  state: row.state,
  real_size: row.real_size,
});

interface WholeVersion {
  readonly version: VersionRow;
  /** Newest first. */
  readonly commits: readonly CommitRecord[];
  readonly changes: readonly Change[];
}

export const presentWholeVersion = ({ version, commits, changes }: WholeVersion) => ({
  ...presentVersion(version),
  commits: commits.map(presentCommit),
  diffs: changes.map(presentChange),
});
