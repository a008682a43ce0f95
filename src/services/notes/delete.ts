// Deletes a note and the todos it created.

import type { IssuableKey } from "../../db/queries/issuables/issuables.ts";
import { isNote, type NoteRow, deleteNote as remove } from "../../db/queries/noteables/notes.ts";
import { touchIssuable } from "../../db/queries/noteables/system-notes.ts";
import { recordEvent } from "../../events/events.ts";
import type { VerbContext } from "../verb.ts";

export type DeleteNoteOutcome = { kind: "deleted" } | { kind: "gone" };

export async function deleteNote(
  context: VerbContext,
  noteable: IssuableKey,
  { id }: Pick<NoteRow, "id">,
): Promise<DeleteNoteOutcome> {
  const event = { kind: "note_deleted", project_id: noteable.project_id, target_id: id } as const;
  const [, , deleted] = await context.db.batch(
    recordEvent(context, event, isNote(id)),
    touchIssuable(noteable, context.now),
    remove(id),
  );
  return { kind: deleted.length === 0 ? "gone" : "deleted" };
}
