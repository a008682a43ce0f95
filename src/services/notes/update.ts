// Edits a note.
import { findNote, isNote, type NoteRow, updateNote as write } from "../../db/queries/notes.ts";
import { touchTarget } from "../../db/queries/system-notes.ts";
import type { TargetKey } from "../../db/queries/targets.ts";
import { settleTodos } from "../../db/queries/todos.ts";
import { recordEvent } from "../events.ts";
import { textEffects } from "../texts/effects.ts";
import { type FieldErrors, hasErrors, type VerbContext } from "../verb.ts";
import { checkBody } from "./body.ts";

export type UpdateNoteOutcome =
  | { kind: "updated"; note: NoteRow }
  /** It is the server's, or says just this already. */
  | { kind: "unchanged" }
  | { kind: "invalid"; errors: FieldErrors }
  | { kind: "gone" };

/** Whom it mentions only now has a todo for it; who edits it has none about the target any more, whoever wrote it. */
export async function updateNote(
  context: VerbContext,
  target: TargetKey,
  note: NoteRow,
  body: string,
): Promise<UpdateNoteOutcome> {
  if (note.system === 1) return { kind: "unchanged" };
  const errors = checkBody(body);
  if (hasErrors(errors)) return { kind: "invalid", errors };
  if (body === note.body) return { kind: "unchanged" };
  const { db, viewer, actorId, now } = context;
  const { id } = note;
  const attempt = await db.change(
    [
      settleTodos(actorId, target, now, isNote(id)),
      write(id, body, now),
      touchTarget(target, now),
      ...textEffects(context, { type: "Note", id, target }, body, [note.body]),
      recordEvent(context, { kind: "note_updated", project_id: target.project_id, target_id: id }, isNote(id)),
    ],
    findNote(viewer, target, id),
  );
  const updated = attempt.violated === undefined ? attempt.row : undefined;
  return updated === undefined ? { kind: "gone" } : { kind: "updated", note: updated };
}
