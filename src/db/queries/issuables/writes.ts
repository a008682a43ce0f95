// The writes of a change set. Each is one statement for any number of rows, which are one JSON parameter: the text is
// constant, so SQLite keeps it prepared.
import { type SQL, sql } from "drizzle-orm";
import type { TextType } from "../../schema/issuables.ts";
import type { TodoAction } from "../../schema/todos.ts";
import { type Statement, variants, writeTemplate } from "../../statement.ts";
import { type Authorship, hookedCouriers, isHooked } from "../events/events.ts";
import { DEFAULT_COLOR } from "../labels/labels.ts";
import { newestNoteIdOf } from "../noteables/notes.ts";
import { keptDetailsOfAny } from "../notifications/notified-events.ts";
import {
  type IssuableKey,
  type IssuableReference,
  issuableOf,
  type ReferenceShape,
  shapeOf,
  typeOf,
  valuesOf,
} from "./issuables.ts";

const placeholder = (name: string): SQL => sql`${sql.placeholder(name)}`;

/** An issuable with the version that a decision is based on. */
export interface LockedIssuable extends IssuableKey {
  readonly lock_version: number;
}

export interface NewLabelOfIssuable {
  readonly id: number;
  readonly title: string;
}

const labelsTemplate = writeTemplate(
  sql`insert into labels (id, project_id, title, color, created_at, updated_at)
    select j.value ->> 'id', ${placeholder("project_id")}, j.value ->> 'title', ${sql.raw(`'${DEFAULT_COLOR}'`)}, ${placeholder("now")}, ${placeholder("now")}
    from json_each(${placeholder("labels")}) j`,
);

/** Violates labels_id_key or labels_title_key if another label has been created meanwhile. */
export const insertLabels = (projectId: number, labels: readonly NewLabelOfIssuable[], now: string): Statement =>
  labelsTemplate.with({ project_id: projectId, labels: JSON.stringify(labels), now });

const unlinkTemplate = writeTemplate(
  sql`delete from label_links where target_type = ${placeholder("type")} and target_id = ${placeholder("id")}
    and label_id in (select value from json_each(${placeholder("label_ids")}))`,
);

export const deleteLabelLinks = ({ type, id }: IssuableKey, labelIds: readonly number[]): Statement =>
  unlinkTemplate.with({ type, id, label_ids: JSON.stringify(labelIds) });

const linkTemplate = writeTemplate(
  sql`insert into label_links (target_type, target_id, label_id)
    select ${placeholder("type")}, ${placeholder("id")}, value from json_each(${placeholder("label_ids")})`,
);

/** Violates a foreign key if a label is gone. */
export const insertLabelLinks = ({ type, id }: IssuableKey, labelIds: readonly number[]): Statement =>
  linkTemplate.with({ type, id, label_ids: JSON.stringify(labelIds) });

const linksByTitle = variants(
  (shape: ReferenceShape) =>
    writeTemplate(
      sql`insert into label_links (target_type, target_id, label_id)
        select ${typeOf(shape)}, c.id, l.id from ${issuableOf(shape, sql`cross join labels l on l.project_id = c.project_id`)}
          and l.title in (select value from json_each(${placeholder("titles")}))`,
    ),
  (shape) => shape,
);

/** For a new issuable. */
export const insertLabelLinksByTitle = (issuable: IssuableReference, titles: readonly string[]): Statement =>
  linksByTitle(shapeOf(issuable)).with({ ...valuesOf(issuable), titles: JSON.stringify(titles) });

const notesTemplate = writeTemplate(
  sql`insert into notes (project_id, target_type, target_id, author_id, body, system, created_at, updated_at)
    select ${placeholder("project_id")}, ${placeholder("type")}, ${placeholder("id")}, ${placeholder("actor_id")}, value, 1,
      ${placeholder("now")}, ${placeholder("now")}
    from json_each(${placeholder("bodies")}) order by key`,
);

/** In the order of `bodies`. */
export const insertSystemNotes = (
  { type, id, project_id }: IssuableKey,
  bodies: readonly string[],
  { actorId, now }: Authorship,
): Statement => notesTemplate.with({ type, id, project_id, bodies: JSON.stringify(bodies), actor_id: actorId, now });

/** A system note on an issuable that records a reference from another one. */
export interface NewCrossReference extends IssuableKey {
  /** Without the iid at its end if the referring issuable is a {@link NewestIssue}; the statement appends it. */
  readonly body: string;
}

const crossReferences = variants(
  (shape: ReferenceShape) =>
    writeTemplate(
      sql`insert into notes (project_id, target_type, target_id, author_id, body, system, cross_reference, reference_type,
          reference_id, created_at, updated_at)
        select j.value ->> 'project_id', j.value ->> 'type', j.value ->> 'id', ${placeholder("actor_id")},
          j.value ->> 'body' ${shape === "NewestIssue" ? sql`|| c.iid` : sql``}, 1, 1, ${typeOf(shape)}, c.id,
          ${placeholder("now")}, ${placeholder("now")}
        from json_each(${placeholder("notes")}) j cross join ${issuableOf(shape)}
          and case j.value ->> 'type' when 'Issue' then exists (select 1 from issues x where x.id = j.value ->> 'id')
            else exists (select 1 from merge_requests x where x.id = j.value ->> 'id') end
        order by j.key
        on conflict do nothing`,
    ),
  (shape) => shape,
);

/** At most one note for each pair of issuables. Does not change updated_at of the referenced one. */
export const insertCrossReferences = (
  issuable: IssuableReference,
  notes: readonly NewCrossReference[],
  { actorId, now }: Authorship,
): Statement =>
  crossReferences(shapeOf(issuable)).with({
    ...valuesOf(issuable),
    notes: JSON.stringify(notes),
    actor_id: actorId,
    now,
  });

const settleTemplate = writeTemplate(
  sql`update todos set state = 'done', updated_at = ${placeholder("now")}
    where user_id = ${placeholder("actor_id")} and target_type = ${placeholder("type")} and target_id = ${placeholder("id")}
      and state = 'pending'`,
);

export const markTodosDoneOf = ({ type, id }: IssuableKey, { actorId, now }: Authorship): Statement =>
  settleTemplate.with({ type, id, actor_id: actorId, now });

/** A note by its id, or `newest`: the one the same batch inserts for the actor; null for none. */
export type NoteReference = number | "newest" | null;

interface TextShape {
  readonly issuable: ReferenceShape;
  readonly note: "known" | "newest" | "none";
}

const textShapeOf = (issuable: IssuableReference, note: NoteReference): TextShape => ({
  issuable: shapeOf(issuable),
  note: note === null ? "none" : note === "newest" ? note : "known",
});

const keyOfShape = ({ issuable, note }: TextShape): string => `${issuable} ${note}`;

/** The id of a text's note, under the issuable `c`. */
const noteIdOf = ({ issuable, note }: TextShape): SQL => {
  if (note === "none") return sql`null`;
  return note === "known"
    ? placeholder("note_id")
    : newestNoteIdOf(typeOf(issuable), sql`c.id`, placeholder("actor_id"));
};

const knownId = (note: NoteReference): number | null => (note === "newest" ? null : note);

export interface NewTodo {
  readonly user_id: number;
  readonly action: TodoAction;
}

const todos = variants(
  (shape: TextShape) =>
    writeTemplate(
      sql`insert into todos (user_id, project_id, target_type, target_id, author_id, action, note_id, created_at, updated_at)
        select u.id, c.project_id, ${typeOf(shape.issuable)}, c.id, ${placeholder("actor_id")}, j.value ->> 'action',
          ${noteIdOf(shape)}, ${placeholder("now")}, ${placeholder("now")}
        from json_each(${placeholder("todos")}) j cross join users u on u.id = j.value ->> 'user_id'
          cross join ${issuableOf(shape.issuable)}
        order by j.key
        on conflict do nothing`,
    ),
  keyOfShape,
);

/** Skips users who have a pending todo about the issuable. Of several rows for one user the first is inserted. */
export const insertTodos = (
  issuable: IssuableReference,
  rows: readonly NewTodo[],
  { actorId, now }: Authorship,
  note: NoteReference = null,
): Statement =>
  todos(textShapeOf(issuable, note)).with({
    ...valuesOf(issuable),
    todos: JSON.stringify(rows),
    note_id: knownId(note),
    actor_id: actorId,
    now,
  });

/** A user mentioned in a text. */
export interface Mentioning {
  readonly source_type: TextType;
  readonly user_id: number;
}

const forgetTemplate = writeTemplate(
  sql`delete from mentions where source_id = ${placeholder("source_id")} and (source_type, user_id) in
    (select j.value ->> 'source_type', j.value ->> 'user_id' from json_each(${placeholder("mentions")}) j)`,
);

/** Deletes mentions in title and description. */
export const deleteMentions = ({ id }: IssuableKey, mentions: readonly Mentioning[]): Statement =>
  forgetTemplate.with({ source_id: id, mentions: JSON.stringify(mentions) });

const forgetOthersTemplate = writeTemplate(
  sql`delete from mentions where source_type = 'Note' and source_id = ${placeholder("note_id")}
    and user_id not in (select value from json_each(${placeholder("user_ids")}))`,
);

/** Deletes the mentions in a note of all but these users. */
export const deleteOtherMentions = (noteId: number, userIds: readonly number[]): Statement =>
  forgetOthersTemplate.with({ note_id: noteId, user_ids: JSON.stringify(userIds) });

const mentionings = variants(
  (shape: TextShape) =>
    writeTemplate(
      sql`insert into mentions (source_type, source_id, user_id, project_id, target_type, target_id)
        select j.value ->> 'source_type', ${shape.note === "none" ? sql`c.id` : noteIdOf(shape)}, u.id, c.project_id,
          ${typeOf(shape.issuable)}, c.id
        from json_each(${placeholder("mentions")}) j cross join users u on u.id = j.value ->> 'user_id'
          cross join ${issuableOf(shape.issuable)} ${shape.note === "known" ? sql`and exists (select 1 from notes x where x.id = ${placeholder("note_id")})` : sql``}
        on conflict do nothing`,
    ),
  keyOfShape,
);

/** @param note the note with the mentions; null for title and description */
export const insertMentions = (
  issuable: IssuableReference,
  mentions: readonly Mentioning[],
  actorId: number,
  note: NoteReference = null,
): Statement =>
  mentionings(textShapeOf(issuable, note)).with({
    ...valuesOf(issuable),
    mentions: JSON.stringify(mentions),
    note_id: knownId(note),
    actor_id: actorId,
  });

/** An event about a record of a project. */
export interface NewProjectEvent {
  readonly kind: string;
  readonly target_id: number;
  /** JSON; null for none. */
  readonly details: string | null;
  /** JSON; see db/schema/events.ts. */
  readonly changes?: string;
}

const eventsTemplate = writeTemplate(
  sql`insert into events (kind, actor_id, namespace_id, project_id, target_id, details, changes, created_at)
    select e.kind, e.actor_id, e.namespace_id, e.project_id, e.target_id, ${keptDetailsOfAny("e")},
      case when e.changes is not null and ${isHooked("e")} then e.changes end, e.created_at
    from (select j.value ->> 'kind' as kind, ${placeholder("actor_id")} as actor_id, p.namespace_id as namespace_id,
        p.id as project_id, j.value ->> 'target_id' as target_id, j.value ->> 'details' as details, j.value ->> 'changes' as changes, ${placeholder("now")} as created_at
      from projects p cross join json_each(${placeholder("events")}) j where p.id = ${placeholder("project_id")} order by j.key) e
    returning ${hookedCouriers}`,
);

/** In their order. Returns {@link hookedCouriers} of each. */
export const insertProjectEvents = (
  projectId: number,
  events: readonly NewProjectEvent[],
  { actorId, now }: Authorship,
): Statement => ({
  ...eventsTemplate.with({ project_id: projectId, events: JSON.stringify(events), actor_id: actorId, now }),
  returnsCouriers: true,
});
