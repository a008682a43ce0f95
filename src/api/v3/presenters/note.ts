// Notes.
import type { NoteRow } from "../../../db/queries/noteables/notes.ts";
import type { PresenterContext } from "../../presenter-context.ts";
import { presentAuthor } from "./user.ts";

/** A note, or a comment on a commit, which has no `target_id`. */
interface AnyNote extends Omit<NoteRow, "target_type" | "target_id"> {
  readonly target_type: NoteRow["target_type"] | "Commit";
  readonly target_id: number | null;
}

export const presentNote = (note: AnyNote, context: PresenterContext) => ({
  id: note.id,
  body: note.body,
  attachment: null,
  author: presentAuthor(note, context),
  created_at: note.created_at,
  updated_at: note.updated_at,
  system: note.system === 1,
  noteable_id: note.target_id,
  noteable_type: note.target_type,
  // Votes are award emoji; GitLab keeps these two keys for old clients.
  upvote: false,
  downvote: false,
});

/** The shape of GitLab's older comments API. */
export const presentComment = (note: NoteRow, context: PresenterContext) => ({
  note: note.body,
  author: presentAuthor(note, context),
});
