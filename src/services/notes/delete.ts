// Deletes a note, and the todos it caused.

import type { TargetKey } from "../../db/queries/noteables/noteables.ts";
import { isNote, type NoteRow, deleteNote as remove } from "../../db/queries/noteables/notes.ts";
import { touchTarget } from "../../db/queries/noteables/system-notes.ts";
import { recordEvent } from "../../events/events.ts";
import type { VerbContext } from "../verb.ts";

export type DeleteNoteOutcome = { kind: "deleted" } | { kind: "gone" };

export async function deleteNote(
  context: VerbContext,
  target: TargetKey,
  { id }: Pick<NoteRow, "id">,
): Promise<DeleteNoteOutcome> {
  const event = { kind: "note_deleted", project_id: target.project_id, target_id: id } as const;
  const [, , deleted] = await context.db.batch(
    recordEvent(context, event, isNote(id)),
    touchTarget(target, context.now),
    remove(id),
  );
  return { kind: deleted.length === 0 ? "gone" : "deleted" };
}
