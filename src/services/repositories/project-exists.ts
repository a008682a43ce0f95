// Tells whether a repository has a project still: others must not call it into being again.
import type { Database } from "../../db/database.ts";
import { findProjectId } from "../../db/queries/repositories.ts";

export async function projectExists(db: Database, projectId: number): Promise<boolean> {
  const [[project]] = await db.batch(findProjectId(projectId));
  return project !== undefined;
}
