// Notifications.
import type { NotificationRow } from "../../../db/queries/notifications/notifications.ts";
import type { PresenterContext } from "../../presenter-context.ts";
import { presentIssuableEntry } from "./issuable-entry.ts";

export function presentNotification(notification: NotificationRow, context: PresenterContext) {
  const { project, author, target_type, target, target_url, body } = presentIssuableEntry(notification, context);
  return {
    id: notification.notification_id,
    project,
    author,
    action: notification.notification_action,
    reason: notification.notification_reason,
    target_type,
    target,
    target_url,
    body,
    unread: notification.notification_read === 0,
    created_at: notification.notification_created_at,
  };
}
