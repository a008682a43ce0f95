// Finds the repository a fork's is still to be copied from.
import type { Database } from "../../db/database.ts";
import { findCopySource as find } from "../../db/queries/repositories.ts";

/** The source's project id, null for what is no fork or is copied already. Null for a project that is gone. */
export async function findCopySource(
  db: Database,
  projectId: number,
): Promise<{ readonly sourceId: number | null } | null> {
  const [[project]] = await db.batch(find(projectId));
  return project === undefined ? null : { sourceId: project.source_id };
}
