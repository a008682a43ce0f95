// Comments on an issue or a merge request.
import { findNewestNote, insertNote, type NoteRow, newestNoteId } from "../../db/queries/notes.ts";
import { touchTarget } from "../../db/queries/system-notes.ts";
import type { TargetKey } from "../../db/queries/targets.ts";
import { settleTodos } from "../../db/queries/todos.ts";
import { recordEvent } from "../events.ts";
import { textEffects } from "../texts/effects.ts";
import { type FieldErrors, hasErrors, type VerbContext } from "../verb.ts";
import { checkBody } from "./body.ts";

export interface NewNoteWish {
  readonly body: string;
  /** ISO 8601; null for now. */
  readonly createdAt: string | null;
}

export type CreateNoteOutcome =
  | { kind: "created"; note: NoteRow }
  | { kind: "invalid"; errors: FieldErrors }
  | { kind: "gone" };

/** What the author had to do about the target is done, unless they mention themselves. */
export async function createNote(
  context: VerbContext,
  target: TargetKey,
  { body, createdAt }: NewNoteWish,
): Promise<CreateNoteOutcome> {
  const errors = checkBody(body);
  if (hasErrors(errors)) return { kind: "invalid", errors };
  const { db, actorId, now } = context;
  const id = newestNoteId(target, actorId);
  const attempt = await db.change(
    [
      settleTodos(actorId, target, now),
      insertNote({ target, author_id: actorId, body, created_at: createdAt ?? now }),
      touchTarget(target, now),
      ...textEffects(context, { type: "Note", id, target }, body),
      recordEvent(context, { kind: "note_created", project_id: target.project_id, target_id: id }),
    ],
    findNewestNote(target, actorId),
  );
  const note = attempt.violated === undefined ? attempt.row : undefined;
  return note === undefined ? { kind: "gone" } : { kind: "created", note };
}
