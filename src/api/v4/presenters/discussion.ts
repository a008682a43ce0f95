// Discussions on issues, merge requests and commits. A note without a thread is a discussion of one.
import type { ShownNote } from "../../../db/queries/noteables/notes.ts";
import type { PresenterContext } from "../../presenter-context.ts";
import { presentNote } from "./note.ts";

interface Discussion {
  /** See db/queries/noteables/grouped-notes.ts. */
  readonly group: number;
  /** Oldest first, at least one. */
  readonly notes: readonly ShownNote[];
}

export const presentDiscussion = ({ group, notes }: Discussion, context: PresenterContext) => ({
  id: String(group),
  individual_note: notes[0]?.thread_id === null,
  notes: notes.map((note) => presentNote(note, context)),
});
