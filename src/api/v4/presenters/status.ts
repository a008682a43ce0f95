// Commit statuses.
import type { StatusRow } from "../../../db/queries/commits/statuses.ts";
import type { PresenterContext } from "../../presenter-context.ts";
import { presentUserIfAny } from "./user.ts";

export const presentStatus = (row: StatusRow, context: PresenterContext) => ({
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
  pipeline_id: row.pipeline_id,
  author: presentUserIfAny(
    { id: row.author_id, username: row.author_username, name: row.author_name, state: row.author_state },
    context,
  ),
});
