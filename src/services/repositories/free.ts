// Frees the repositories of deleted projects.
import type { Database } from "../../db/database.ts";
import {
  type DeletedRepositories,
  findDeletedRepositories,
  forgetDeletedRepositories,
} from "../../db/queries/repositories/repositories.ts";
import type { Repositories } from "../../durable-objects/repositories.ts";

/** Limit per request. The rest is freed by the next deletion, or by the next alarm of a repository. */
const MOST_FREED = 100;

/** Runs after the deletions of the same batch. */
export const findRepositoriesToFree = () => findDeletedRepositories(MOST_FREED);

/** @param deleted the row of {@link findRepositoriesToFree} */
export async function freeRepositories(
  { db, repositories }: { readonly db: Database; readonly repositories: Repositories },
  deleted: DeletedRepositories | undefined,
): Promise<void> {
  const ids: number[] = JSON.parse(deleted?.project_ids ?? "[]");
  if (ids.length === 0) return;
  await Promise.all(ids.map((id) => repositories.open(id).destroy()));
  await db.batch(forgetDeletedRepositories(ids));
}
