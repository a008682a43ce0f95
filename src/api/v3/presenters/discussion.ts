// Discussions of merge requests, in the form of GitLab's API v4.
import type { ThreadedNoteRow } from "../../../db/queries/noteables/notes.ts";
import type { PresenterContext } from "../../presenter-context.ts";
import { presentNote } from "./note.ts";
import { presentUserBasic, type UserProfile } from "./user.ts";

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

export function presentDiscussedNote(note: ThreadedNoteRow, context: PresenterContext) {
  const resolver = resolverOf(note);
  return {
    ...presentNote(note, context),
    resolvable: true,
    resolved: note.resolved_at !== null,
    resolved_by: resolver === null ? null : presentUserBasic(resolver, context),
  };
}

function resolverOf(note: ThreadedNoteRow): UserProfile | null {
  const { resolved_by_id: id, resolved_by_username: username, resolved_by_name: name, resolved_by_state: state } = note;
  return id === null || username === null || name === null || state === null ? null : { id, username, name, state };
}
