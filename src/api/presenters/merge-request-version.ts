// Versions of merge requests.
import type { VersionRow } from "../../db/queries/merge-requests/version-rows.ts";

/** The fields that both versions of the API have. */
export const versionFields = (row: VersionRow) => ({
  id: row.id,
  head_commit_sha: row.head_commit_sha,
  base_commit_sha: row.base_commit_sha,
  start_commit_sha: row.start_commit_sha,
  created_at: row.created_at,
  merge_request_id: row.merge_request_id,
  state: row.state,
  real_size: row.real_size,
});
