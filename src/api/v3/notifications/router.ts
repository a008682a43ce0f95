// Routes of notifications, and of the unsubscribe link in mails.
import type { RouteTable } from "../../route-table.ts";
import { listNotifications } from "./list-notifications.ts";
import { markAllRead, markRead } from "./mark-read.ts";
import { confirmUnsubscribe, unsubscribe } from "./unsubscribe.ts";

export const notificationRoutes: RouteTable = {
  "GET /notifications": listNotifications,
  "POST /notifications/read": markAllRead,
  "POST /notifications/:id/read": markRead,
  "GET /unsubscribe": confirmUnsubscribe,
  "POST /unsubscribe": unsubscribe,
};
