// The data of mails, read when they are sent.
import { type SQL, sql } from "drizzle-orm";
import { asViewers, readableIssue, readableMergeRequest } from "../../../permissions/visible.ts";
import type { IssuableType } from "../../schema/issuables.ts";
import type { NotificationAction, NotificationReason } from "../../schema/notifications.ts";
import { execute, type RowOf, type Statement, selectWith } from "../../statement.ts";
import { type IssuableKey, issuableTable } from "../issuables/issuables.ts";
import { GHOST_ID } from "../users/row.ts";

/** Characters of a description or a note in a mail. */
const MAX_TEXT = 20_000;

const mailColumns = {
  user_id: sql<number>`nf.user_id`,
  event_id: sql<number>`nf.event_id`,
  address: sql<string>`u.email`,
  action: sql<NotificationAction>`nf.event_kind`,
  reason: sql<NotificationReason>`nf.reason`,
  actor_name: sql<string>`c.name`,
  project_id: sql<number>`p.id`,
  project_name: sql<string>`p.name`,
  project_path: sql<string>`p.path`,
  namespace_path: sql<string>`n.path`,
  target_type: sql<IssuableType>`nf.target_type`,
  target_id: sql<number>`nf.target_id`,
  iid: sql<number>`coalesce(i.iid, r.iid)`,
  title: sql<string>`coalesce(i.title, r.title)`,
  /** The assignee, or the reviewer, that this event set. */
  assignee_name: sql<string | null>`b.name`,
  /** JSON array, unordered: titles of the labels that this event added and that still exist. */
  labels: sql<string>`(select json_group_array(lb.title) from json_each(ev.details, '$.added_labels') j
    join labels lb on lb.id = j.value where nf.event_kind = 'relabeled')`,
  note_id: sql<number | null>`nf.note_id`,
  /** The note or, for an opened issuable, the description. */
  text: sql<string | null>`substr(case when nf.note_id is not null then nt.body
    when nf.event_kind = 'opened' then coalesce(i.description, r.description) end, 1, ${sql.raw(String(MAX_TEXT))})`,
};

export type MailRow = RowOf<typeof mailColumns>;

/** The id of the user, or of the ghost for a deleted user. */
const userOrGhost = (id: string): SQL =>
  sql.raw(`coalesce((select w.id from users w where w.id = ${id}), ${GHOST_ID})`);

/** The id of the new assignee, or of the new reviewer. */
const newPersonId =
  "json_extract(ev.details, iif(nf.event_kind = 'review_requested', '$.reviewer_id[1]', '$.assignee_id[1]'))";

const keys = sql`(select cast(json_extract(value, '$[0]') as integer) as key_user,
  cast(json_extract(value, '$[1]') as integer) as key_event from json_each(${sql.placeholder("keys_json")}))`;

const template = selectWith(
  [sql`viewer as materialized ${asViewers(sql`select key_user from ${keys}`, sql`${sql.placeholder("today")}`)}`],
  mailColumns,
  sql`from ${keys} cross join notifications nf on nf.user_id = key_user and nf.event_id = key_event
    cross join viewer on viewer_id = nf.user_id cross join users u on u.id = nf.user_id
    cross join projects p on p.id = nf.project_id cross join namespaces n on n.id = p.namespace_id
    cross join users c on c.id = ${userOrGhost("nf.actor_id")}
    left join issues i on nf.target_type = 'Issue' and i.id = nf.target_id
    left join merge_requests r on nf.target_type = 'MergeRequest' and r.id = nf.target_id
    left join events ev on ev.id = nf.event_id and nf.event_kind in ('reassigned', 'review_requested', 'relabeled')
    left join users b on ${sql.raw(newPersonId)} is not null and b.id = ${userOrGhost(newPersonId)}
    left join notes nt on nt.id = nf.note_id
    left join participants part on part.target_type = nf.target_type and part.target_id = nf.target_id
      and part.user_id = nf.user_id
    where case when i.id is not null then ${readableIssue("i", "p", "n")}
        when r.id is not null then ${readableMergeRequest("r", "p", "n")} end
      and (nf.note_id is null or nt.id is not null)
      and (nf.reason = 'mentioned' or part.subscribed is null or part.subscribed = 1)`,
);

/** The key of the notification that a mail is about. */
export interface MailKey {
  readonly user_id: number;
  readonly event_id: number;
}

/**
 * The mails that may be sent: the recipient may still see the issuable, it and its note exist, and the recipient has
 * not unsubscribed.
 * @param today `YYYY-MM-DD`
 */
export const findMails = (keys_json: readonly MailKey[], today: string): Statement<MailRow> =>
  template.with({ keys_json: JSON.stringify(keys_json.map(({ user_id, event_id }) => [user_id, event_id])), today });

/** One row if the user exists and the issuable is in that project: links in mails have no other combination. */
export const findMailed = ({ issuable, userId }: MailedIssuable): Statement<{ id: number }> =>
  execute(sql`select u.id from users u cross join ${issuableTable(issuable.type)} t
    where u.id = ${userId} and t.id = ${issuable.id} and t.project_id = ${issuable.project_id}`);

interface MailedIssuable {
  readonly issuable: IssuableKey;
  readonly userId: number;
}
