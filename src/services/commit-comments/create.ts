// Creates a comment on a commit.
import {
  type CommitCommentKey,
  type CommitCommentRow,
  findNewestComment,
  insertCommitComment,
  newestCommentId,
} from "../../db/queries/commits/comments.ts";
import { recordEvent } from "../../events/events.ts";
import type { DiffPosition } from "../../git/operations/position-comment.ts";
import { rowOf } from "../attempts.ts";
import { checkBody } from "../notes/body.ts";
import { type FieldErrors, hasErrors, type VerbContext } from "../verb.ts";

export interface CommitCommentParams {
  readonly note: string;
  /** The line of the diff; null for a comment on the whole commit. */
  readonly place: DiffPosition | null;
}

export type CreateCommitCommentOutcome =
  | { kind: "created"; comment: CommitCommentRow }
  | { kind: "invalid"; errors: FieldErrors }
  | { kind: "project_gone" };

/** @param sha of an existing commit */
export async function createCommitComment(
  context: VerbContext,
  projectId: number,
  sha: string,
  { note, place }: CommitCommentParams,
): Promise<CreateCommitCommentOutcome> {
  const errors = checkBody(note);
  if (hasErrors(errors)) return { kind: "invalid", errors };
  const { db, actorId, now } = context;
  const key: CommitCommentKey = { project_id: projectId, sha, author_id: actorId };
  const at = place === null ? {} : { path: place.path, line: place.line, line_type: place.lineType };
  const attempt = await db.change(
    [
      insertCommitComment({ ...key, note, ...at, created_at: now }),
      recordEvent(context, {
        kind: "commit_comment_created",
        project_id: projectId,
        target_id: newestCommentId(key),
      }),
    ],
    findNewestComment(key),
  );
  const comment = rowOf(attempt);
  return comment === undefined ? { kind: "project_gone" } : { kind: "created", comment };
}
