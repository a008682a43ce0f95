// Deletes what has expired: notifications after 90 days, events and pushes after three years.
import type { Database } from "../db/database.ts";
import { countChanged } from "../db/queries/records/count-changed.ts";
import { deleteOldEvents, deleteOldNotifications, deleteOldPushes } from "../db/queries/records/expired-records.ts";

const DAY = 86_400_000;
const NOTIFICATIONS_KEPT = 90 * DAY;
const EVENTS_KEPT = 3 * 366 * DAY;

/**
 * Deletes some expired notifications and pushes of a project, and some expired events of the whole server. True when
 * there may be more.
 * @param now milliseconds since 1970
 */
export async function deleteExpired(db: Database, projectId: number, now: number): Promise<boolean> {
  const before = (kept: number) => new Date(now - kept).toISOString();
  const [, [notifications], , [pushes], , [events]] = await db.batch(
    deleteOldNotifications(projectId, before(NOTIFICATIONS_KEPT)),
    countChanged(),
    deleteOldPushes(projectId, before(EVENTS_KEPT)),
    countChanged(),
    deleteOldEvents(before(EVENTS_KEPT)),
    countChanged(),
  );
  return [notifications, pushes, events].some((count) => (count?.changed ?? 0) > 0);
}
