// Notes on issuables: comments of users, and system notes.

import { type SQL, sql } from "drizzle-orm";
import {
  projectLevel,
  seesConfidentialAt,
  type ViewerKey,
  viewerCte,
  visibleIssue,
  visibleMergeRequest,
  visibleProject,
} from "../../../permissions/visible.ts";
import type { Flag } from "../../schema/columns.ts";
import type { IssuableType } from "../../schema/issuables.ts";
import { execute, nullable, type RowOf, type Statement, select, selectWith, variants } from "../../statement.ts";
import { type IssuableName, issuableValues, namedTargetId } from "../issuables/issuable-key.ts";
import { type IssuableKey, issuableTable } from "../issuables/issuables.ts";
import { castTemplate } from "../viewer/with-viewer.ts";

/** A noteable that need not exist. */
export type NotedKey = Pick<IssuableKey, "type" | "id">;

/** A noteable as a request names it. */
export interface NamedNoteable {
  readonly type: IssuableType;
  readonly id: IssuableName;
}

export const noteColumns = {
  id: sql<number>`nt.id`,
  body: sql<string>`nt.body`,
  system: sql<Flag>`nt.system`,
  created_at: sql<string>`nt.created_at`,
  updated_at: sql<string>`nt.updated_at`,
  target_type: sql<IssuableType>`nt.target_type`,
  target_id: sql<number>`nt.target_id`,
  author_id: sql<number>`nt.author_id`,
  author_username: sql<string>`u.username`,
  author_name: sql<string>`u.name`,
  author_state: sql<string>`u.state`,
};

export type NoteRow = RowOf<typeof noteColumns>;

/** After `notes nt` and {@link threadJoins}. */
export const threadedColumns = {
  ...noteColumns,
  project_id: sql<number>`nt.project_id`,
  /** Names the thread among those of the noteable; null for a note without one. */
  thread_id: sql<number | null>`nt.thread_id`,
  /** Null for a note that cannot be resolved. */
  discussion_id: sql<number | null>`d.id`,
  /** See db/queries/noteables/positions.ts. */
  position: sql<string | null>`d.position`,
  /** ISO 8601; null while unresolved. */
  resolved_at: sql<string | null>`d.resolved_at`,
  /** Null also if that user is deleted. */
  resolved_by_id: sql<number | null>`d.resolved_by_id`,
  resolved_by_username: sql<string | null>`rb.username`,
  resolved_by_name: sql<string | null>`rb.name`,
  resolved_by_state: sql<string | null>`rb.state`,
};

/** A note with its place in a thread. */
export type ThreadedNoteRow = RowOf<typeof threadedColumns>;

/** A note with the iid of its noteable. */
export type PlacedNote = ThreadedNoteRow & { readonly noteable_iid: number };

/** A note, or a comment on a commit as one. */
export type ShownNote =
  | (PlacedNote & { readonly commit_sha?: null })
  | (Omit<ThreadedNoteRow, "target_type" | "target_id"> & {
      readonly target_type: "Commit";
      readonly target_id: null;
      readonly noteable_iid: null;
      readonly commit_sha: string;
    });

/** Joins after `notes nt`. */
export const threadJoins = sql`left join discussions d on d.id = nt.discussion_id
  left join users rb on rb.id = d.resolved_by_id`;

/** Note `row` is on the noteable. */
export const ofIssuable = (row: string): SQL =>
  sql`${sql.raw(row)}.target_type = ${sql.placeholder("target_type")} and ${sql.raw(row)}.target_id = ${namedTargetId}`;

/** Joins after note `row`: the issuable that it names, for {@link readableReference}. */
const referenceJoins = (row: string): SQL =>
  sql.raw(`left join issues ri on ${row}.reference_type = 'Issue' and ri.id = ${row}.reference_id
    left join merge_requests rr on ${row}.reference_type = 'MergeRequest' and rr.id = ${row}.reference_id
    left join projects rp on rp.id = coalesce(ri.project_id, rr.project_id) left join namespaces rn on rn.id = rp.namespace_id`);

/** 1 if the viewer may see the issuable that a note names; 0 also if that is gone. */
const readableReference = sql<Flag>`coalesce(${visibleProject("rp", "rn")} and case when ri.id is not null
  then rp.issues_enabled = 1 and ${visibleIssue("ri", seesConfidentialAt(projectLevel("rp", "rn")))}
  else ${visibleMergeRequest("rr", "rp", projectLevel("rp", "rn"))} end, 0)`;

/** `referring`: the noteable's notes that name an issuable, and whether the viewer may see that. */
export const referringCte = sql`referring as materialized (
  select rf.id as referring_id, ${readableReference} as referring_visible
  from viewer cross join notes rf indexed by notes_with_reference ${referenceJoins("rf")}
  where ${ofIssuable("rf")} and rf.reference_id is not null)`;

/** The ids of a page of notes, after {@link referringCte}: column `page_id`. */
export const notePage = sql`select pn.id as page_id from notes pn indexed by notes_of_target
  where ${ofIssuable("pn")} and pn.id not in (select referring_id from referring where referring_visible = 0)
  order by pn.id limit ${sql.placeholder("limit")} offset ${sql.placeholder("offset")}`;

/** A note of the page or, on an empty page, `id: null`; with the number of visible notes that name an issuable. */
export type NoteListRow = { visible_references: number } & (NoteRow | { id: null });

const listTemplate = castTemplate<NoteListRow>(
  selectWith(
    [viewerCte, referringCte],
    {
      visible_references: sql<number>`(select count(*) from referring where referring_visible = 1)`,
      ...nullable(noteColumns),
    },
    sql`from viewer left join (${notePage}) page
      left join notes nt on nt.id = page_id left join users u on u.id = nt.author_id order by page_id`,
  ),
);

/** One statement, oldest first, without notes that name an issuable the viewer may not see. At least one row. */
export const listNotes = (
  viewer: ViewerKey,
  { type, id }: NamedNoteable,
  limit: number,
  offset: number,
): Statement<NoteListRow> => listTemplate.with({ ...viewer, target_type: type, ...issuableValues(id), limit, offset });

export type NoteOrder = "created_at" | "updated_at";
export type NoteSort = "asc" | "desc";
/** Which notes: also those of users or of the server alone. */
export type NoteActivity = "all_notes" | "only_comments" | "only_activity";

export interface NoteListOptions {
  readonly order: NoteOrder;
  readonly sort: NoteSort;
  readonly activity: NoteActivity;
}

const activityConditions: Readonly<Record<NoteActivity, SQL>> = {
  all_notes: sql``,
  only_comments: sql`and pn.system = 0`,
  only_activity: sql`and pn.system = 1`,
};

/** As {@link NoteListRow}, with places in threads. */
export type ThreadedNoteListRow = { visible_references: number } & (ThreadedNoteRow | { id: null });

const orderedTemplates = variants(
  ({ order, sort, activity }: NoteListOptions) => {
    const ordered = (row: string) => sql.raw(`order by ${row}.${order} ${sort}, ${row}.id ${sort}`);
    const index = sql.raw(order === "created_at" ? "notes_of_target_by_created" : "notes_of_target");
    return castTemplate<ThreadedNoteListRow>(
      selectWith(
        [viewerCte, referringCte],
        {
          visible_references: sql<number>`(select count(*) from referring where referring_visible = 1)`,
          ...nullable(threadedColumns),
        },
        sql`from viewer left join (select pn.id as page_id from notes pn indexed by ${index}
            where ${ofIssuable("pn")} ${activityConditions[activity]}
              and pn.id not in (select referring_id from referring where referring_visible = 0)
            ${ordered("pn")} limit ${sql.placeholder("limit")} offset ${sql.placeholder("offset")}) page
          left join notes nt on nt.id = page_id left join users u on u.id = nt.author_id ${threadJoins} ${ordered("nt")}`,
      ),
    );
  },
  ({ order, sort, activity }) => `${order} ${sort} ${activity}`,
);

/** As {@link listNotes}, in another order, and some of them. An order by `updated_at` reads all notes of the noteable. */
export const listOrderedNotes = (
  viewer: ViewerKey,
  { type, id }: NamedNoteable,
  options: NoteListOptions,
  limit: number,
  offset: number,
): Statement<ThreadedNoteListRow> =>
  orderedTemplates(options).with({ ...viewer, target_type: type, ...issuableValues(id), limit, offset });

const singleTemplate = selectWith(
  [viewerCte],
  threadedColumns,
  sql`from viewer cross join notes nt cross join users u on u.id = nt.author_id ${threadJoins} ${referenceJoins("nt")}
    where nt.id = ${sql.placeholder("note_id")} and ${ofIssuable("nt")}
      and (nt.reference_id is null or ${readableReference} = 1)`,
);

/** A note on the noteable, unless it names an issuable that the viewer may not see. */
export const findNote = (viewer: ViewerKey, { type, id }: NamedNoteable, noteId: number): Statement<ThreadedNoteRow> =>
  singleTemplate.with({ ...viewer, target_type: type, ...issuableValues(id), note_id: noteId });

const mentionedTemplate = select(
  { user_id: sql<number>`user_id` },
  sql`from mentions where source_type = 'Note' and source_id = ${sql.placeholder("note_id")}`,
);

/** The users recorded as mentioned in a note. */
export const findMentionedInNote = (noteId: number): Statement<{ user_id: number }> =>
  mentionedTemplate.with({ note_id: noteId });

/** The id of the newest note that an author wrote on a noteable. */
export const newestNoteIdOf = (type: unknown, id: unknown, authorId: unknown): SQL<number> =>
  sql<number>`(select own.id from notes own indexed by notes_of_target where own.target_type = ${type}
    and own.target_id = ${id} and own.author_id = ${authorId} and own.system = 0 order by own.id desc limit 1)`;

/** The id of the note that the author wrote earlier in the same batch. */
export const newestNoteId = ({ type, id }: NotedKey, authorId: number): SQL<number> =>
  newestNoteIdOf(type, id, authorId);

const namedNewestNoteId = newestNoteIdOf(
  sql.placeholder("target_type"),
  sql.placeholder("target_id"),
  sql.placeholder("author_id"),
);

const newestTemplate = select(
  threadedColumns,
  sql`from notes nt cross join users u on u.id = nt.author_id ${threadJoins} where nt.id = ${namedNewestNoteId}`,
);

/** The note of {@link newestNoteId}. */
export const findNewestNote = ({ type, id }: NotedKey, authorId: number): Statement<ThreadedNoteRow> =>
  newestTemplate.with({ target_type: type, target_id: id, author_id: authorId });

/** The thread of a new note. */
export interface NotePlace {
  /** The id of its discussion, or SQL for it; null for none. */
  readonly discussion_id: number | SQL<number | null> | null;
  /** As in the schema. */
  readonly thread_id: number | null;
  /** The thread exists. */
  readonly when?: SQL;
}

export interface NewNote {
  readonly noteable: NotedKey;
  readonly author_id: number;
  readonly body: string;
  readonly place: NotePlace;
  /** ISO 8601 with milliseconds. */
  readonly created_at: string;
}

/**
 * Violates a foreign key if the noteable, the discussion or the thread is gone, so that the effects of the note in the
 * same batch are not written either.
 */
export const insertNote = ({ noteable, author_id, body, place, created_at }: NewNote): Statement => {
  const { discussion_id, thread_id, when = sql`1` } = place;
  return execute(sql`insert into notes (project_id, target_type, target_id, author_id, body, discussion_id, thread_id, reply,
      created_at, updated_at)
    select coalesce((select t.project_id from ${issuableTable(noteable.type)} t where t.id = ${noteable.id} and ${when}), 0),
      ${noteable.type}, ${noteable.id}, ${author_id}, ${body}, ${discussion_id}, ${thread_id},
      ${thread_id === null || thread_id === 0 ? 0 : 1}, ${created_at}, ${created_at}`);
};

/** Does nothing if the note is gone. */
export const updateNote = (noteId: number, body: string, now: string): Statement =>
  execute(sql`update notes set body = ${body}, updated_at = ${now} where id = ${noteId}`);

/** Returns the id if the note existed. Its mentions, its awards and the todos it caused are deleted with it. */
export const deleteNote = (noteId: number): Statement<{ id: number }> =>
  execute(sql`delete from notes where id = ${noteId} returning id`);

export const isNote = (noteId: number): SQL => sql`exists (select 1 from notes where id = ${noteId})`;
