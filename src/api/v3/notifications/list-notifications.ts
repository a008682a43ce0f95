// GET /notifications

import { listNotifications as list } from "../../../db/queries/notifications/notifications.ts";
import { boolean } from "../../../http/coerce.ts";
import { pageOf, paginationParams } from "../../../http/pagination.ts";
import { optional } from "../../../http/params.ts";
import { endpoint, paginate } from "../../endpoint.ts";
import { withRows } from "../../require.ts";
import { paged } from "../../response.ts";
import { presentNotification } from "../presenters/notification.ts";

/** null selects both read and unread notifications. */
const readFilter = (unread: boolean | null | undefined): 0 | 1 | null => (unread == null ? null : unread ? 0 : 1);

export const listNotifications = endpoint({
  access: "user",
  params: { unread: optional(boolean), ...paginationParams },
  response: paged(presentNotification),
  async handle(call) {
    const { perPage, offset } = pageOf(call.params);
    const { viewerRow, rows } = await withRows(
      call,
      list(call.viewer, readFilter(call.params.unread), perPage, offset),
    );
    const notifications = rows
      .filter((row) => row.notification_id !== null)
      .sort((a, b) => a.notification_read - b.notification_read || b.notification_id - a.notification_id);
    return paginate(call, { rows: notifications, total: viewerRow.total }, presentNotification);
  },
});
