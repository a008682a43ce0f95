// Deletes notifications after 90 days.
import type { Database } from "../db/database.ts";
import { collectNotifications, countChanged } from "../db/queries/notifications/notifications.ts";

const KEPT = 90 * 86_400_000;

/**
 * Deletes some expired notifications of a project. True when there may be more.
 * @param now milliseconds since 1970
 */
export async function collectOld(db: Database, projectId: number, now: number): Promise<boolean> {
  const before = new Date(now - KEPT).toISOString();
  const [, [count]] = await db.batch(collectNotifications(projectId, before), countChanged());
  return (count?.changed ?? 0) > 0;
}
