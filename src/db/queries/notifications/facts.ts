// The facts from which the recipients of notifications are decided, for one page of a project's event stream.
import { type SQL, sql } from "drizzle-orm";
import { asViewers, readableIssuable } from "../../../permissions/visible.ts";
import type { Flag } from "../../schema/columns.ts";
import type { IssuableType } from "../../schema/issuables.ts";
import { execute, type RowOf, type Statement, select, selectWith } from "../../statement.ts";
import { issuableTable } from "../issuables/issuables.ts";
import { isNotified } from "./notified-events.ts";

/** A page of a project's event stream. */
export interface EventRange {
  readonly project_id: number;
  /** The position: the id of an event; null for the start of notifications. */
  readonly after: number | null;
  /** Events per page. */
  readonly limit: number;
}

/** True for events `e` of the project after the position that can notify somebody. */
export const isInRange = (
  e: string,
): SQL => sql`${sql.raw(e)}.project_id = ${sql.placeholder("project_id")} and ${isNotified(e)}
    and ${sql.raw(e)}.id > coalesce(${sql.placeholder("after")},
      (select event_id from event_marks where consumer = 'notifications'), 0)`;

/** `page`: the next events of the project that can notify somebody, each with its issuable and its note, if any. */
const pageCte = sql`page as materialized (
  select e.id as page_id, e.kind as page_kind, e.actor_id as page_actor_id, e.details as page_details,
    e.created_at as page_created_at, nt.id as page_note_id,
    case when e.kind = 'note_created' then nt.target_type when e.kind like 'issue_%' then 'Issue' else 'MergeRequest' end as page_type,
    case when e.kind = 'note_created' then nt.target_id else e.target_id end as page_target_id
  from events e left join notes nt on e.kind = 'note_created' and nt.id = e.target_id
  where ${isInRange("e")}
  order by e.id limit ${sql.placeholder("limit")})`;

const eventColumns = {
  id: sql<number>`page_id`,
  kind: sql<string>`page_kind`,
  actor_id: sql<number>`page_actor_id`,
  details: sql<string | null>`page_details`,
  created_at: sql<string>`page_created_at`,
  note_id: sql<number | null>`page_note_id`,
  /** Null if the issuable is gone; then its other columns mean nothing. */
  target_id: sql<number | null>`coalesce(i.id, r.id)`,
  target_type: sql<IssuableType>`page_type`,
  author_id: sql<number>`coalesce(i.author_id, r.author_id)`,
  assignee_id: sql<number | null>`coalesce(i.assignee_id, r.assignee_id)`,
  reviewer_id: sql<number | null>`r.reviewer_id`,
};

export type NotifiedEventRow = RowOf<typeof eventColumns>;

const eventsTemplate = selectWith(
  [pageCte],
  eventColumns,
  sql`from page left join issues i on page_type = 'Issue' and i.id = page_target_id
    left join merge_requests r on page_type = 'MergeRequest' and r.id = page_target_id order by page_id`,
);

/** Oldest first. The statements below use the same events if they are in the same batch. */
export const findNotifiedEvents = (place: EventRange): Statement<NotifiedEventRow> => eventsTemplate.with({ ...place });

const nextTemplate = select(
  { id: sql<number>`e.id` },
  sql`from events e where ${isInRange("e")} order by e.id limit 1`,
);

/** The first event of a page. */
export const findNextNotified = ({ project_id, after }: Omit<EventRange, "limit">): Statement<{ id: number }> =>
  nextTemplate.with({ project_id, after });

const participantColumns = {
  target_type: sql<IssuableType>`part.target_type`,
  target_id: sql<number>`part.target_id`,
  user_id: sql<number>`part.user_id`,
  subscribed: sql<Flag | null>`part.subscribed`,
  takes_part: sql<Flag>`part.notes + part.awards + part.mentions > 0`,
};

export type ParticipantRow = RowOf<typeof participantColumns>;

const participantsTemplate = selectWith(
  [pageCte],
  participantColumns,
  sql`from (select distinct page_type, page_target_id from page)
    cross join participants part on part.target_type = page_type and part.target_id = page_target_id`,
);

/** The participants of the page's issuables, once for each issuable. */
export const findParticipants = (place: EventRange): Statement<ParticipantRow> =>
  participantsTemplate.with({ ...place });

/** A user whom an event concerns. */
export interface ConcernedRow {
  readonly event_id: number;
  readonly user_id: number;
}

const opened = sql.raw("page_kind in ('issue_opened', 'merge_request_opened')");

const labelSubscribersTemplate = selectWith(
  [pageCte],
  { event_id: sql<number>`page_id`, user_id: sql<number>`ls.user_id` },
  sql`from page cross join label_links ll on ll.target_type = page_type and ll.target_id = page_target_id
      cross join label_subscriptions ls on ls.label_id = ll.label_id
    where ${opened} and not exists (select 1 from page later cross join json_each(later.page_details, '$.added_labels') j
      where later.page_id > page.page_id and later.page_type = page.page_type
        and later.page_target_id = page.page_target_id and j.value = ll.label_id)
    union select page_id, ls.user_id from page cross join json_each(page_details, '$.added_labels') j
      cross join label_subscriptions ls on ls.label_id = j.value`,
);

/** Subscribers of labels that an issuable had when it was opened, or that an edit added. */
export const findLabelSubscribers = (place: EventRange): Statement<ConcernedRow> =>
  labelSubscribersTemplate.with({ ...place });

const mentionedTemplate = selectWith(
  [pageCte],
  { event_id: sql<number>`page_id`, user_id: sql<number>`mn.user_id` },
  sql`from page cross join mentions mn on mn.source_type = 'Note' and mn.source_id = page_note_id
    union select page_id, mn.user_id from page
      cross join mentions mn on mn.source_type in (page_type, page_type || 'Title') and mn.source_id = page_target_id
    where ${opened}`,
);

/** Users mentioned in a note, or in the title or description of an opened issuable. */
export const findMentioned = (place: EventRange): Statement<ConcernedRow> => mentionedTemplate.with({ ...place });

/** An issuable, and users whose permission to see it is checked. */
export interface VisibilityCheck {
  readonly target_id: number;
  readonly user_ids: readonly number[];
}

/** The users who may see the issuable. All are bound as one value, which D1 limits to 2,000,000 bytes. */
export function findReaders(
  type: IssuableType,
  sights: readonly VisibilityCheck[],
  today: string,
): Statement<{ target_id: number; user_id: number }> {
  const pairs = JSON.stringify(sights.map(({ target_id, user_ids }) => [target_id, user_ids]));
  const userIds = JSON.stringify([...new Set(sights.flatMap(({ user_ids }) => user_ids))]);
  return {
    ...execute(sql`with viewer as materialized ${asViewers(sql`select value from json_each(${userIds})`, today)}
      select i.id as target_id, viewer_id as user_id from json_each(${pairs}) a
        cross join ${issuableTable(type)} i on i.id = json_extract(a.value, '$[0]')
        cross join projects p on p.id = i.project_id cross join namespaces n on n.id = p.namespace_id
        cross join json_each(a.value, '$[1]') w cross join viewer on viewer_id = w.value
      where ${readableIssuable(type, "i", "p", "n")}`),
    reads: true,
  };
}
