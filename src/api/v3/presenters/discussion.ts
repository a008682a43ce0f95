// Discussions of merge requests, as GitLab's API v4 has them.
import type { DiscussedNoteRow } from "../../../db/queries/noteables/discussions.ts";
import { presentNote } from "./note.ts";
import { presentUserBasic, type UserProfile } from "./user.ts";

/** @param notes of one discussion, oldest first */
export const presentDiscussion = (id: number, notes: readonly DiscussedNoteRow[], baseUrl: string) => ({
  id: String(id),
  individual_note: false,
  notes: notes.map((note) => presentDiscussedNote(note, baseUrl)),
});

export function presentDiscussedNote(note: DiscussedNoteRow, baseUrl: string) {
  const resolver = resolverOf(note);
  return {
    ...presentNote(note, baseUrl),
    resolvable: true,
    resolved: note.resolved_at !== null,
    resolved_by: resolver === null ? null : presentUserBasic(resolver, baseUrl),
  };
}

function resolverOf(note: DiscussedNoteRow): UserProfile | null {
  const { resolved_by_id: id, resolved_by_username: username, resolved_by_name: name, resolved_by_state: state } = note;
  return id === null || username === null || name === null || state === null ? null : { id, username, name, state };
}
