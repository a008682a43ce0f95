// Commit statuses.
import type { StatusRow } from "../../db/queries/commits/statuses.ts";

/** The fields that both versions of the API have, but the author. */
export const statusFields = (row: StatusRow) => ({
  id: row.id,
  sha: row.sha,
  ref: row.ref,
  status: row.status,
  name: row.name,
  target_url: row.target_url,
  description: row.description,
  created_at: row.created_at,
  started_at: row.started_at,
  finished_at: row.finished_at,
  allow_failure: false,
  coverage: row.coverage,
});
