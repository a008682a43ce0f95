// Finds the repository a fork's is still to be copied from.
import type { Database } from "../../db/database.ts";
import { findCopySource as find } from "../../db/queries/repositories.ts";

/** The source's project id; null for what is no fork, or is copied already. */
export async function findCopySource(db: Database, projectId: number): Promise<number | null> {
  const [[copy]] = await db.batch(find(projectId));
  return copy?.source_id ?? null;
}
