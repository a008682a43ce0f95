// Notifications are kept for 90 days.
import type { Database } from "../db/database.ts";
import { collectNotifications, countChanged } from "../db/queries/notifications/notifications.ts";

const KEPT = 90 * 86_400_000;

/**
 * Deletes some of a project's that are older. Answers whether it found any, so that there may be more.
 * @param now milliseconds since 1970
 */
export async function collectOld(db: Database, projectId: number, now: number): Promise<boolean> {
  const before = new Date(now - KEPT).toISOString();
  const [, [count]] = await db.batch(collectNotifications(projectId, before), countChanged());
  return (count?.changed ?? 0) > 0;
}
