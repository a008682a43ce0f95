// Frees the repositories of projects that are gone.
import type { Database } from "../../db/database.ts";
import {
  type DeletedRepositories,
  findDeletedRepositories,
  forgetDeletedRepositories,
} from "../../db/queries/repositories/repositories.ts";
import type { Repositories } from "../../durable-objects/repositories.ts";

/** So many at once; what is left is freed with the next deletion, or when a repository next looks after itself. */
const AT_ONCE = 100;

/** Whose repositories are still there; goes into the batch that deletes projects, behind that. */
export const findRepositoriesToFree = () => findDeletedRepositories(AT_ONCE);

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
