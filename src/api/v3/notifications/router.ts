// What somebody was told of, and how to be told no more.
import type { RouteTable } from "../../route-table.ts";
import { listNotifications } from "./list-notifications.ts";
import { markAllRead, markRead } from "./mark-read.ts";
import { askToUnsubscribe, unsubscribe } from "./unsubscribe.ts";

export const notificationRoutes: RouteTable = {
  "GET /notifications": listNotifications,
  "POST /notifications/read": markAllRead,
  "POST /notifications/:id/read": markRead,
  "GET /unsubscribe": askToUnsubscribe,
  "POST /unsubscribe": unsubscribe,
};
