// What people were told of. Of their own notifications they see those whose target they may (still) see.
import { type SQL, sql } from "drizzle-orm";
import { asViewers, type ViewerKey, viewerCte } from "../../permissions/visible.ts";
import type { Flag } from "../schema/columns.ts";
import type { NotificationAction, NotificationReason } from "../schema/notifications.ts";
import type { TargetType } from "../schema/targets.ts";
import { execute, nullable, type RowOf, type Statement, selectWith } from "../statement.ts";
import { asHead } from "./heads.ts";
import { entryColumns, entryJoins, readableEntries, type TargetEntryRow } from "./target-entries.ts";
import type { TargetKey } from "./targets.ts";
import { type ViewerRow, viewerColumns } from "./viewer.ts";

/** What is told of one event. */
export interface Notice {
  readonly event_id: number;
  readonly event_kind: NotificationAction;
  readonly actor_id: number;
  readonly target_type: TargetType;
  readonly target_id: number;
  readonly note_id: number | null;
  readonly created_at: string;
}

/** Tells each of them, nobody twice; nothing when the project is gone. */
export function insertNotifications(
  projectId: number,
  notice: Notice,
  recipients: readonly { readonly userId: number; readonly reason: NotificationReason }[],
): Statement {
  const told = JSON.stringify(recipients.map(({ userId, reason }) => [userId, reason]));
  return execute(sql`insert into notifications
      (user_id, event_id, event_kind, actor_id, project_id, target_type, target_id, note_id, reason, created_at)
    select u.id, ${notice.event_id}, ${notice.event_kind}, ${notice.actor_id}, ${projectId}, ${notice.target_type},
      ${notice.target_id}, ${notice.note_id}, json_extract(j.value, '$[1]'), ${notice.created_at}
    from json_each(${told}) j cross join users u on u.id = json_extract(j.value, '$[0]')
    where exists (select 1 from projects where id = ${projectId}) on conflict do nothing`);
}

/** They go with the target. */
export const deleteNotificationsOf = ({ type, id }: TargetKey): Statement =>
  execute(sql`delete from notifications where target_type = ${type} and target_id = ${id}`);

const notificationColumns = {
  notification_id: sql<number>`t.id`,
  notification_action: sql<NotificationAction>`t.event_kind`,
  notification_reason: sql<NotificationReason>`t.reason`,
  notification_read: sql<Flag>`t.read`,
  notification_created_at: sql<string>`t.created_at`,
};

/** A notification with the issue or the merge request it is about. */
export type NotificationRow = RowOf<typeof notificationColumns> & TargetEntryRow;

const notificationJoins = entryJoins("actor_id");

const readable = (condition: SQL): SQL[] => readableEntries("notifications", condition);

/** The list's size and a notification of its page or, on an empty page, `notification_id: null`. */
export type NotificationListRow = ViewerRow & { total: number } & (NotificationRow | { notification_id: null });

const listTemplate = asHead<NotificationListRow>(
  selectWith(
    [viewerCte, ...readable(sql`(${sql.placeholder("read")} is null or t.read = ${sql.placeholder("read")})`)],
    {
      ...viewerColumns,
      total: sql<number>`(select count(*) from readable)`,
      ...nullable(entryColumns),
      ...nullable(notificationColumns),
    },
    sql`from viewer left join (select readable_id from readable cross join notifications f on f.id = readable_id
        order by f.read, readable_id desc limit ${sql.placeholder("limit")} offset ${sql.placeholder("offset")}) page
      left join notifications t on t.id = readable_id ${notificationJoins}`,
  ),
);

/**
 * One statement: the viewer and the list's size stand in each row of its page: unread ones, then the newest. In no order,
 * for the reason todos are not.
 * @param read null for both
 */
export const listNotifications = (
  viewer: ViewerKey,
  read: Flag | null,
  limit: number,
  offset: number,
): Statement<NotificationListRow> => listTemplate.with({ ...viewer, read, limit, offset });

export type NotificationHead = ViewerRow & (NotificationRow | { notification_id: null });

const findTemplate = asHead<NotificationHead>(
  selectWith(
    [viewerCte, ...readable(sql`t.id = ${sql.placeholder("notification_id")}`)],
    { ...viewerColumns, ...nullable(entryColumns), ...nullable(notificationColumns) },
    sql`from viewer left join readable left join notifications t on t.id = readable_id ${notificationJoins}`,
  ),
);

/** Always one row. */
export const findNotification = (viewer: ViewerKey, notificationId: number): Statement<NotificationHead> =>
  findTemplate.with({ ...viewer, notification_id: notificationId });

const readReadable = (userId: number, now: string, condition: SQL): Statement<{ id: number }> =>
  execute(sql`with viewer as materialized ${asViewers(sql`${userId}`, now.slice(0, 10))},
    ${sql.join(readable(condition), sql`, `)}
    update notifications set read = 1 where read = 0 and id in (select readable_id from readable) returning id`);

/** One notification of a user is read, if they see it. Answers its id if it was not. */
export const readNotification = (userId: number, now: string, notificationId: number): Statement<{ id: number }> =>
  readReadable(userId, now, sql`t.id = ${notificationId}`);

/** All that a user sees are read. Answers the ids of those that were not. */
export const readNotifications = (userId: number, now: string): Statement<{ id: number }> =>
  readReadable(userId, now, sql`t.read = 0`);
