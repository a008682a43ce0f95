// Discussions of merge requests, in the form of GitLab's API v4.
import type { ThreadedNoteRow } from "../../../db/queries/noteables/notes.ts";
import type { PresenterContext } from "../../presenter-context.ts";
import { personIn } from "../../presenters/people.ts";
import { presentNote } from "./note.ts";
import { presentUserIfAny } from "./user.ts";

interface Discussion {
  readonly id: number;
  /** Oldest first. */
  readonly notes: readonly ThreadedNoteRow[];
}

export const presentDiscussion = ({ id, notes }: Discussion, context: PresenterContext) => ({
  id: String(id),
  individual_note: false,
  notes: notes.map((note) => presentDiscussedNote(note, context)),
});

export const presentDiscussedNote = (note: ThreadedNoteRow, context: PresenterContext) => ({
  ...presentNote(note, context),
  resolvable: true,
  resolved: note.resolved_at !== null,
  resolved_by: presentUserIfAny(personIn(note, "resolved_by"), context),
});
