// Marks one or all notifications as read. Notifications are personal: no event is recorded.
import {
  findNotification,
  type NotificationRow,
  readNotification,
  readNotifications,
} from "../../db/queries/notifications/notifications.ts";
import { countChanged } from "../../db/queries/records/count-changed.ts";
import type { VerbContext } from "../verb.ts";

export type ReadOutcome = { kind: "read"; notification: NotificationRow } | { kind: "no_notification" };

/** Idempotent. */
export async function markRead(
  { db, viewer, actorId, now }: VerbContext,
  notificationId: number,
): Promise<ReadOutcome> {
  const [, [notification]] = await db.batch(
    readNotification(actorId, now, notificationId),
    findNotification(viewer, notificationId),
  );
  if (notification === undefined || notification.notification_id === null) return { kind: "no_notification" };
  return { kind: "read", notification };
}

/** Returns the number of notifications that were unread. */
export async function markAllRead({ db, actorId, now }: VerbContext): Promise<number> {
  const [, [count]] = await db.batch(readNotifications(actorId, now), countChanged());
  return count?.changed ?? 0;
}
