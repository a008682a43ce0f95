// Notifications. Users see those of their own notifications whose issuable they may still see.
import { type SQL, sql } from "drizzle-orm";
import { asViewers, type ViewerKey, viewerCte } from "../../../permissions/visible.ts";
import type { Flag } from "../../schema/columns.ts";
import type { IssuableType } from "../../schema/issuables.ts";
import type { NotificationAction, NotificationReason } from "../../schema/notifications.ts";
import { execute, nullable, type RowOf, type Statement, selectWith } from "../../statement.ts";
import {
  entryColumns,
  entryJoins,
  type IssuableEntryRow,
  readableAmong,
  readableEntries,
} from "../issuables/entries.ts";
import type { IssuableKey } from "../issuables/issuables.ts";
import { type ViewerRow, viewerColumns } from "../viewer/viewer.ts";
import { castTemplate } from "../viewer/with-viewer.ts";

/** The content of the notifications about one event. */
export interface NotificationContent {
  readonly event_id: number;
  readonly event_kind: NotificationAction;
  readonly actor_id: number;
  readonly target_type: IssuableType;
  readonly target_id: number;
  readonly note_id: number | null;
  readonly created_at: string;
}

/** Notifies each recipient once. Does nothing if the project is gone. */
export function insertNotifications(
  projectId: number,
  content: NotificationContent,
  recipients: readonly { readonly userId: number; readonly reason: NotificationReason }[],
): Statement {
  const pairs = JSON.stringify(recipients.map(({ userId, reason }) => [userId, reason]));
  return execute(sql`insert into notifications
      (user_id, event_id, event_kind, actor_id, project_id, target_type, target_id, note_id, reason, created_at)
    select u.id, ${content.event_id}, ${content.event_kind}, ${content.actor_id}, ${projectId}, ${content.target_type},
      ${content.target_id}, ${content.note_id}, json_extract(j.value, '$[1]'), ${content.created_at}
    from json_each(${pairs}) j cross join users u on u.id = json_extract(j.value, '$[0]')
    where exists (select 1 from projects where id = ${projectId}) on conflict do nothing`);
}

/** Before the deletion of an issuable. */
export const deleteNotificationsOf = ({ type, id }: IssuableKey): Statement =>
  execute(sql`delete from notifications where target_type = ${type} and target_id = ${id}`);

const notificationColumns = {
  notification_id: sql<number>`t.id`,
  notification_action: sql<NotificationAction>`t.event_kind`,
  notification_reason: sql<NotificationReason>`t.reason`,
  notification_read: sql<Flag>`t.read`,
  notification_created_at: sql<string>`t.created_at`,
};

/** A notification with its issuable. */
export type NotificationRow = RowOf<typeof notificationColumns> & IssuableEntryRow;

const notificationJoins = entryJoins("actor_id");

const readable = (condition: SQL): SQL[] => readableEntries("notifications", condition);

/** A list has this many of the newest unread and of the newest read notifications. Bounds the cost of its total. */
const REACH = 1_000;

const newest = (read: Flag): SQL => sql`select * from (
    select t.id as entry_id, t.project_id as entry_project, t.target_type as entry_type, t.target_id as entry_target,
      t.read as entry_rank
    from notifications t where t.user_id = (select viewer_id from viewer) and t.read = ${sql.raw(String(read))}
    order by t.id desc limit ${sql.raw(String(REACH))})`;

const isListed = (read: Flag): SQL =>
  sql`where ${sql.placeholder("read")} is null or ${sql.placeholder("read")} = ${sql.raw(String(read))}`;

/** The list's size and a notification of the page or, on an empty page, `notification_id: null`. */
export type NotificationListRow = ViewerRow & { total: number } & (NotificationRow | { notification_id: null });

const listTemplate = castTemplate<NotificationListRow>(
  selectWith(
    [viewerCte, ...readableAmong(sql`${newest(0)} ${isListed(0)} union all ${newest(1)} ${isListed(1)}`)],
    {
      ...viewerColumns,
      total: sql<number>`(select count(*) from readable)`,
      ...nullable(entryColumns),
      ...nullable(notificationColumns),
    },
    sql`from viewer left join (select readable_id from readable order by readable_rank, readable_id desc
        limit ${sql.placeholder("limit")} offset ${sql.placeholder("offset")}) page
      left join notifications t on t.id = readable_id ${notificationJoins}`,
  ),
);

/**
 * One statement: each row of the page has the viewer and the list's size. Unread notifications come first, then newer
 * ones. The rows are unordered, for the reason given at listTodos.
 * @param read null for both
 */
export const listNotifications = (
  viewer: ViewerKey,
  read: Flag | null,
  limit: number,
  offset: number,
): Statement<NotificationListRow> => listTemplate.with({ ...viewer, read, limit, offset });

export type FoundNotificationRow = ViewerRow & (NotificationRow | { notification_id: null });

const findTemplate = castTemplate<FoundNotificationRow>(
  selectWith(
    [viewerCte, ...readable(sql`t.id = ${sql.placeholder("notification_id")}`)],
    { ...viewerColumns, ...nullable(entryColumns), ...nullable(notificationColumns) },
    sql`from viewer left join readable left join notifications t on t.id = readable_id ${notificationJoins}`,
  ),
);

/** Always one row. */
export const findNotification = (viewer: ViewerKey, notificationId: number): Statement<FoundNotificationRow> =>
  findTemplate.with({ ...viewer, notification_id: notificationId });

const readReadable = (userId: number, now: string, ctes: SQL[]): Statement =>
  execute(sql`with viewer as materialized ${asViewers(sql`${userId}`, now.slice(0, 10))}, ${sql.join(ctes, sql`, `)}
    update notifications set read = 1 where read = 0 and id in (select readable_id from readable)`);

/** Marks a notification of a user as read, if they see it. */
export const readNotification = (userId: number, now: string, notificationId: number): Statement =>
  readReadable(userId, now, readable(sql`t.id = ${notificationId}`));

/** Marks all unread notifications in a user's list as read. */
export const readNotifications = (userId: number, now: string): Statement =>
  readReadable(userId, now, readableAmong(newest(0)));
