// The notes of an issue or a merge request by thread. A note without a thread is a group of its own.
import { type SQL, sql } from "drizzle-orm";
import { type ViewerKey, viewerCte } from "../../../permissions/visible.ts";
import type { Flag } from "../../schema/columns.ts";
import { execute, nullable, type RowOf, type Statement, selectWith } from "../../statement.ts";
import { issuableValues } from "../issuables/issuable-key.ts";
import type { IssuableKey } from "../issuables/issuables.ts";
import { castTemplate } from "../viewer/with-viewer.ts";
import { newestDiscussionId } from "./discussions.ts";
import {
  type NamedNoteable,
  type NotePlace,
  ofIssuable,
  referringCte,
  type ThreadedNoteRow,
  threadedColumns,
  threadJoins,
} from "./notes.ts";

/** Notes shown of a thread, the oldest. Anybody can write any number of notes. */
const MAX_NOTES = 100;
/** Bytes of all notes of a page. The first note of each group is shown in any case. */
const MAX_TEXT = 4_000_000;

const isShown = (row: string): SQL =>
  sql`${sql.raw(row)}.id not in (select referring_id from referring where referring_visible = 0)`;

/** The notes shown. @param firsts selects the first notes of the groups: page_id, page_thread */
const shownNotes = (firsts: SQL): SQL =>
  sql`(select sn.id as shown_id, page_id as shown_in,
      sum(octet_length(sn.body)) over (order by page_id, sn.id) as shown_text
    from (${firsts}) page cross join notes sn on sn.id in (select page_id union all select * from (
      select rn.id from notes rn indexed by notes_of_thread where ${ofIssuable("rn")} and rn.thread_id = page_thread
        and rn.reply = 1 order by rn.id limit ${sql.raw(String(MAX_NOTES - 1))}))) shown`;

const isWithinText = sql`(shown_id = shown_in or shown_text <= ${sql.raw(String(MAX_TEXT))})`;

/** A note or, on an empty page, `id: null`; with the numbers that the total is made of. */
export type GroupedNoteRow = { visible_references: number; replies: number } & (ThreadedNoteRow | { id: null });

const listTemplate = castTemplate<GroupedNoteRow>(
  selectWith(
    [viewerCte, referringCte],
    {
      visible_references: sql<number>`(select count(*) from referring where referring_visible = 1)`,
      replies: sql<number>`(select count(*) from notes cn indexed by notes_of_thread
        where ${ofIssuable("cn")} and cn.thread_id is not null and cn.reply = 1)`,
      ...nullable(threadedColumns),
    },
    sql`from viewer left join ${shownNotes(sql`select pn.id as page_id, pn.thread_id as page_thread
        from notes pn indexed by notes_of_target where ${ofIssuable("pn")} and pn.reply = 0 and ${isShown("pn")}
        order by pn.id limit ${sql.placeholder("limit")} offset ${sql.placeholder("offset")}`)} on ${isWithinText}
      left join notes nt on nt.id = shown_id left join users u on u.id = nt.author_id ${threadJoins}
      order by shown_in, shown_id`,
  ),
);

/**
 * One statement: the notes shown of a page of groups, oldest first. At least one row. The caller checks that the viewer
 * may see the noteable.
 */
export const listGroupedNotes = (
  viewer: ViewerKey,
  { type, id }: NamedNoteable,
  limit: number,
  offset: number,
): Statement<GroupedNoteRow> =>
  listTemplate.with({ ...viewer, target_type: type, ...issuableValues(id), limit, offset });

/** Names a group: the id of the note that began it. */
export const groupOf = ({ thread_id, id }: Pick<ThreadedNoteRow, "thread_id" | "id">): number => thread_id ?? id;

const first = sql`select fn.id as page_id, fn.thread_id as page_thread from notes fn
    where fn.id = ${sql.placeholder("group")} and ${ofIssuable("fn")} and fn.thread_id is null and ${isShown("fn")}
  union all select fn.id, fn.thread_id from notes fn indexed by notes_of_thread
    where ${ofIssuable("fn")} and fn.thread_id = ${sql.placeholder("group")} and fn.reply = 0`;

const singleTemplate = selectWith(
  [viewerCte, referringCte],
  threadedColumns,
  sql`from viewer cross join ${shownNotes(first)} cross join notes nt on nt.id = shown_id and ${isWithinText}
    cross join users u on u.id = nt.author_id ${threadJoins} order by nt.id`,
);

/** The notes shown, oldest first; no row if the noteable has no such group that the viewer may see. */
export const findGroupedNotes = (viewer: ViewerKey, { type, id }: NamedNoteable, group: number) =>
  singleTemplate.with({ ...viewer, target_type: type, ...issuableValues(id), group });

const firstColumns = { first_id: sql<number>`fg.id`, first_system: sql<Flag>`fg.system` };

export type FirstNoteRow = RowOf<typeof firstColumns>;

const firstTemplate = selectWith(
  [viewerCte, referringCte],
  firstColumns,
  sql`from viewer cross join (${first}) found_first cross join notes fg on fg.id = page_id`,
);

/** As {@link findGroupedNotes}, the first note alone. */
export const findFirstNote = (viewer: ViewerKey, { type, id }: NamedNoteable, group: number): Statement<FirstNoteRow> =>
  firstTemplate.with({ ...viewer, target_type: type, ...issuableValues(id), group });

const inThread = ({ type, id }: Pick<IssuableKey, "type" | "id">, group: number): SQL =>
  sql`target_type = ${type} and target_id = ${id} and thread_id = ${group}`;

/** A note that has no thread yet. */
const isAlone = ({ type, id }: Pick<IssuableKey, "type" | "id">, group: number): SQL =>
  sql`id = ${group} and target_type = ${type} and target_id = ${id} and thread_id is null`;

/** Makes a single note the first one of a thread, before a reply; on a merge request also of a discussion. */
export function beginThread(noteable: IssuableKey, group: number, now: string): Statement[] {
  const isDiscussed = noteable.type === "MergeRequest";
  const discussion = isDiscussed ? newestDiscussionId(noteable.id) : sql`null`;
  return [
    ...(isDiscussed
      ? [
          execute(sql`insert into discussions (merge_request_id, created_at)
            select ${noteable.id}, ${now} from notes where ${isAlone(noteable, group)}`),
        ]
      : []),
    execute(sql`update notes set thread_id = id, discussion_id = ${discussion} where ${isAlone(noteable, group)}`),
  ];
}

/** Where a reply goes, after {@link beginThread} in the same batch. */
export const placeInThread = (noteable: IssuableKey, group: number): NotePlace => ({
  discussion_id: sql<number | null>`(select discussion_id from notes where ${inThread(noteable, group)} limit 1)`,
  thread_id: group,
  when: sql`exists (select 1 from notes where ${inThread(noteable, group)})`,
});
