// Comments on an issue or a merge request.
import { findNewestNote, insertNote, type NewNote, type NoteRow, newestNoteId } from "../../db/queries/notes.ts";
import { touchTarget } from "../../db/queries/system-notes.ts";
import type { TargetKey } from "../../db/queries/targets.ts";
import { settleTodos } from "../../db/queries/todos.ts";
import type { Statement } from "../../db/statement.ts";
import { recordEvent } from "../events.ts";
import { textEffects } from "../texts/effects.ts";
import { type FieldErrors, hasErrors, type VerbContext } from "../verb.ts";
import { checkBody } from "./body.ts";

export interface NewNoteWish {
  readonly body: string;
  /** ISO 8601; null for now. */
  readonly createdAt: string | null;
}

/** Of a note that is to be in a discussion. */
export interface DiscussionPlace<Row> {
  readonly id: NewNote["discussion_id"];
  /** What makes it, if it is not there yet. */
  readonly begin: readonly Statement[];
  /** What answers the note. */
  readonly find: Statement<Row>;
}

export type CreateNoteOutcome<Row> =
  | { kind: "created"; note: Row }
  | { kind: "invalid"; errors: FieldErrors }
  /** The target is, or the discussion. */
  | { kind: "gone" };

export const createNote = (
  context: VerbContext,
  target: TargetKey,
  wish: NewNoteWish,
): Promise<CreateNoteOutcome<NoteRow>> =>
  createNoteIn(context, target, wish, { id: null, begin: [], find: findNewestNote(target, context.actorId) });

/** What the author had to do about the target is done, unless they mention themselves. */
export async function createNoteIn<Row>(
  context: VerbContext,
  target: TargetKey,
  { body, createdAt }: NewNoteWish,
  place: DiscussionPlace<Row>,
): Promise<CreateNoteOutcome<Row>> {
  const errors = checkBody(body);
  if (hasErrors(errors)) return { kind: "invalid", errors };
  const { db, actorId, now } = context;
  const id = newestNoteId(target, actorId);
  const attempt = await db.change(
    [
      settleTodos(actorId, target, now),
      ...place.begin,
      insertNote({ target, author_id: actorId, body, discussion_id: place.id, created_at: createdAt ?? now }),
      touchTarget(target, now),
      ...textEffects(context, { type: "Note", id, target }, body),
      recordEvent(context, { kind: "note_created", project_id: target.project_id, target_id: id }),
    ],
    place.find,
  );
  const note = attempt.violated === undefined ? attempt.row : undefined;
  return note === undefined ? { kind: "gone" } : { kind: "created", note };
}
