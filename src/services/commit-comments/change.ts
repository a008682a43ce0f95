// Updates or deletes a comment on a commit.
import {
  type CommentedCommit,
  deleteComment,
  findThreadedComment,
  type ThreadedCommentRow,
  updateComment,
} from "../../db/queries/commits/comment-threads.ts";
import { keyOfId } from "../../db/queries/projects/projects.ts";
import { checkBody } from "../notes/body.ts";
import { type FieldErrors, hasErrors, type VerbContext } from "../verb.ts";

export type UpdateCommitCommentOutcome =
  | { kind: "updated"; comment: ThreadedCommentRow }
  | { kind: "invalid"; errors: FieldErrors }
  | { kind: "gone" };

export async function updateCommitComment(
  { db, now }: VerbContext,
  commit: CommentedCommit,
  id: number,
  note: string,
): Promise<UpdateCommitCommentOutcome> {
  const errors = checkBody(note);
  if (hasErrors(errors)) return { kind: "invalid", errors };
  const [, [comment]] = await db.batch(
    updateComment(id, note, now),
    findThreadedComment(keyOfId(commit.project_id), commit.sha, id),
  );
  return comment === undefined ? { kind: "gone" } : { kind: "updated", comment };
}

export async function deleteCommitComment(
  { db }: VerbContext,
  id: number,
): Promise<{ kind: "deleted" } | { kind: "gone" }> {
  const [deleted] = await db.batch(deleteComment(id));
  return { kind: deleted.length === 0 ? "gone" : "deleted" };
}
