// Discussions on issues and merge requests. A note without a thread is a discussion of one.
import { groupOf } from "../../../db/queries/noteables/grouped-notes.ts";
import type { PlacedNote } from "../../notes/note-endpoints.ts";
import type { PresenterContext } from "../../presenter-context.ts";
import { presentNote } from "./note.ts";

/** @param notes of one discussion, oldest first, at least one */
export const presentDiscussion = (notes: readonly PlacedNote[], context: PresenterContext) => ({
  id: String(notes[0] === undefined ? 0 : groupOf(notes[0])),
  individual_note: notes[0]?.thread_id === null,
  notes: notes.map((note) => presentNote(note, context)),
});
