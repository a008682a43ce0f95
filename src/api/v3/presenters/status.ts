// Commit statuses.
import type { StatusRow } from "../../../db/queries/commits/statuses.ts";
import type { PresenterContext } from "../../presenter-context.ts";
import { presentUserBasic } from "./user.ts";

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
  author: presentAuthor(row, context),
});

/** Null if the user was deleted. */
function presentAuthor(row: StatusRow, context: PresenterContext) {
  const { author_id: id, author_username: username, author_name: name, author_state: state } = row;
  if (id === null || username === null || name === null || state === null) return null;
  return presentUserBasic({ id, username, name, state }, context);
}
