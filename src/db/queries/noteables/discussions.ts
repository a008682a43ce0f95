// Discussions: threads of notes on a merge request, each resolved or open as a whole.
import { type SQL, sql } from "drizzle-orm";
import { type ViewerKey, viewerCte } from "../../../permissions/visible.ts";
import type { Flag } from "../../schema/columns.ts";
import { execute, nullable, type RowOf, type Statement, select, selectWith } from "../../statement.ts";
import type { Authorship } from "../events/events.ts";
import { type IssuableName, issuableValues, namedIssuableId } from "../issuables/issuable-key.ts";
import type { IssuableKey } from "../issuables/issuables.ts";
import { newestIssueId } from "../issues/issues.ts";
import { visibleInFound } from "../merge-requests/row.ts";
import { foundProjectCtes, type ProjectKey } from "../projects/row.ts";
import { threadedColumns } from "./notes.ts";

const discussedColumns = { ...threadedColumns, discussion_id: sql<number>`d.id` };

/** A note of a discussion. */
export type DiscussedNoteRow = RowOf<typeof discussedColumns>;

/** Joins after `notes nt` and `discussions d`, neither of them null. */
const people = sql`cross join users u on u.id = nt.author_id left join users rb on rb.id = d.resolved_by_id`;

/** Notes shown of a discussion, the oldest. Anybody can write any number of notes. */
const MAX_NOTES = 100;
/** Bytes of all notes of a page. The first note of each discussion is shown in any case. */
const MAX_TEXT = 4_000_000;

/**
 * The notes shown of the discussions of a page, oldest first.
 * @param page a select of the discussions' ids, as page_id
 */
const shownNotes = (page: SQL): SQL =>
  sql`from (select sn.id as shown_id, sn.discussion_id as shown_in,
      sum(octet_length(sn.body)) over (order by sn.discussion_id, sn.id) as shown_text,
      row_number() over (partition by sn.discussion_id order by sn.id) as shown_place
    from (${page}) page cross join notes sn on sn.id in (select fn.id from notes fn indexed by notes_of_discussion
      where fn.discussion_id = page_id order by fn.id limit ${sql.raw(String(MAX_NOTES))})) shown
    cross join discussions d on d.id = shown_in cross join notes nt on nt.id = shown_id ${people}
    where shown_place = 1 or shown_text <= ${sql.raw(String(MAX_TEXT))} order by d.id, nt.id`;

const listTemplate = select(
  discussedColumns,
  shownNotes(sql`select pd.id as page_id from discussions pd indexed by discussions_of_merge_request
    where pd.merge_request_id = ${namedIssuableId("MergeRequest")} order by pd.id
    limit ${sql.placeholder("limit")} offset ${sql.placeholder("offset")}`),
);

const countTemplate = select(
  { total: sql<number>`count(*)` },
  sql`from discussions where merge_request_id = ${namedIssuableId("MergeRequest")}`,
);

/** Two statements: the notes shown of a page of discussions, oldest first, and the number of all discussions. */
export function listDiscussions(
  mergeRequest: IssuableName,
  limit: number,
  offset: number,
): [Statement<DiscussedNoteRow>, Statement<{ total: number }>] {
  const key = issuableValues(mergeRequest);
  return [listTemplate.with({ ...key, limit, offset }), countTemplate.with(key)];
}

const ofMergeRequest = sql`from discussions where id = ${sql.placeholder("discussion_id")}
  and merge_request_id = ${namedIssuableId("MergeRequest")}`;

const singleTemplate = select(discussedColumns, shownNotes(sql`select id as page_id ${ofMergeRequest}`));

/** The notes shown, oldest first; no row if the merge request has no such discussion. */
export const findDiscussion = (mergeRequest: IssuableName, discussionId: number): Statement<DiscussedNoteRow> =>
  singleTemplate.with({ ...issuableValues(mergeRequest), discussion_id: discussionId });

const idTemplate = select({ id: sql<number>`id` }, ofMergeRequest);

/** As {@link findDiscussion}, without its notes. */
export const findDiscussionId = (mergeRequest: IssuableName, discussionId: number): Statement<{ id: number }> =>
  idTemplate.with({ ...issuableValues(mergeRequest), discussion_id: discussionId });

/**
 * Violates a foreign key if the merge request is gone.
 * @param position JSON, see positions.ts
 */
export const insertDiscussion = (mergeRequestId: number, now: string, position: string | null): Statement =>
  execute(
    sql`insert into discussions (merge_request_id, position, created_at) values (${mergeRequestId}, ${position}, ${now})`,
  );

/** The id of the discussion inserted earlier in the same batch. */
export const newestDiscussionId = (mergeRequestId: number): SQL<number> =>
  sql<number>`(select max(id) from discussions where merge_request_id = ${mergeRequestId})`;

/** True if merge request `id` has an unresolved discussion. */
export const hasOpenDiscussions = (id: SQL): SQL<Flag> =>
  sql<Flag>`exists (select 1 from discussions od indexed by open_discussions_of_merge_request
    where od.merge_request_id = ${id} and od.resolved_at is null)`;

/** Some discussions of a merge request. */
export interface SomeDiscussions {
  readonly mergeRequestId: number;
  readonly ids: readonly number[];
}

const among = ({ mergeRequestId, ids }: SomeDiscussions): SQL =>
  sql`merge_request_id = ${mergeRequestId} and id in (select value from json_each(${JSON.stringify(ids)}))`;

/** True if one of them is unresolved. */
export const isAnyOpen = (some: SomeDiscussions): SQL =>
  sql`exists (select 1 from discussions where ${among(some)} and resolved_at is null)`;

/** True if one of them is resolved. */
export const isAnyResolved = (some: SomeDiscussions): SQL =>
  sql`exists (select 1 from discussions where ${among(some)} and resolved_at is not null)`;

/** True if they include all unresolved discussions of the merge request, and at least one. */
export const areLastOpen = (some: SomeDiscussions): SQL =>
  sql`(${isAnyOpen(some)} and not exists (select 1 from discussions
    where merge_request_id = ${some.mergeRequestId} and resolved_at is null and not (${among(some)})))`;

/** Resolved ones stay unchanged. */
export const resolveDiscussions = (some: SomeDiscussions, { actorId, now }: Authorship): Statement =>
  execute(sql`update discussions set resolved_at = ${now}, resolved_by_id = ${actorId}
    where ${among(some)} and resolved_at is null`);

export const reopenDiscussions = (some: SomeDiscussions): Statement =>
  execute(sql`update discussions set resolved_at = null, resolved_by_id = null where ${among(some)}`);

/** A merge request with one of its unresolved discussions, for an issue that continues them. */
const followedColumns = {
  lookup: sql<"open_discussion">`'open_discussion'`,
  merge_request_id: sql<number>`r.id`,
  iid: sql<number>`r.iid`,
  author_id: sql<number>`r.author_id`,
  assignee_id: sql<number | null>`r.assignee_id`,
  discussion_locked: sql<Flag>`r.discussion_locked`,
  archived: sql<Flag>`p.archived`,
  ...nullable({
    discussion_id: sql<number>`d.id`,
    thread_id: sql<number>`nt.thread_id`,
    first_author: sql<string>`u.username`,
    /** The first 1,000 characters of its first note. */
    first_text: sql<string>`substr(nt.body, 1, 1000)`,
  }),
};

export type FollowedRow = RowOf<typeof followedColumns>;

const followedTemplate = selectWith(
  [viewerCte, ...foundProjectCtes],
  followedColumns,
  sql`from viewer cross join found cross join projects p on p.id = found_id
    cross join merge_requests r on r.project_id = p.id and r.iid = ${sql.placeholder("iid")} and ${visibleInFound}
    left join discussions d indexed by open_discussions_of_merge_request
      on d.merge_request_id = r.id and d.resolved_at is null
    left join notes nt on nt.id = (select min(fn.id) from notes fn where fn.discussion_id = d.id)
    left join users u on u.id = nt.author_id
    order by d.id limit ${sql.placeholder("limit")}`,
);

/**
 * One row for each unresolved discussion of the merge request with this iid, oldest first; one row with nulls if there
 * is none; no row if there is no such merge request that the viewer may see.
 */
export const findOpenDiscussions = (
  viewer: ViewerKey,
  project: ProjectKey,
  iid: number,
  limit: number,
): Statement<FollowedRow> => followedTemplate.with({ ...viewer, ...project, iid, limit });

/**
 * A system note on the merge request, visible to those who see the issue: the issue inserted earlier in the same batch
 * continues the unresolved discussions.
 */
export const insertFollowUpNotes = (
  mergeRequest: IssuableKey,
  some: SomeDiscussions,
  { actorId, now }: Authorship,
): Statement =>
  execute(sql`insert into notes (project_id, target_type, target_id, author_id, body, system, reference_type,
      reference_id, created_at, updated_at)
    select i.project_id, 'MergeRequest', ${mergeRequest.id}, ${actorId}, 'created #' || i.iid || ' to resolve discussions',
      1, 'Issue', i.id, ${now}, ${now}
    from issues i where i.id = ${newestIssueId(mergeRequest.project_id)} and ${isAnyOpen(some)}`);
