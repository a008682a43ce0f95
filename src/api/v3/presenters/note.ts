// Notes.
import type { NoteRow } from "../../../db/queries/noteables/notes.ts";
import { presentUserBasic } from "./user.ts";

/** Comments on commits are notes of no target's. */
interface AnyNote extends Omit<NoteRow, "target_type" | "target_id"> {
  readonly target_type: NoteRow["target_type"] | "Commit";
  readonly target_id: number | null;
}

export const presentNote = (note: AnyNote, baseUrl: string) => ({
  id: note.id,
  body: note.body,
  attachment: null,
  author: presentUserBasic(
    { id: note.author_id, username: note.author_username, name: note.author_name, state: note.author_state },
    baseUrl,
  ),
  created_at: note.created_at,
  updated_at: note.updated_at,
  system: note.system === 1,
  noteable_id: note.target_id,
  noteable_type: note.target_type,
  // Votes are awards; GitLab keeps these two for old clients.
  upvote: false,
  downvote: false,
});

/** As GitLab's first clients knew it. */
export const presentComment = (note: NoteRow, baseUrl: string) => ({
  note: note.body,
  author: presentNote(note, baseUrl).author,
});
