// Creates a comment on a commit, alone or in a thread.
import {
  beginCommentThread,
  type CommentedCommit,
  joinComments,
  placeInComments,
} from "../../db/queries/commits/comment-threads.ts";
import {
  type CommitCommentKey,
  type CommitCommentRow,
  findNewestComment,
  insertCommitComment,
  newestCommentId,
} from "../../db/queries/commits/comments.ts";
import type { Position } from "../../db/queries/noteables/positions.ts";
import { recordEvent } from "../../events/events.ts";
import type { DiffPosition, PositionedComment } from "../../git/operations/position-comment.ts";
import { rowOf } from "../attempts.ts";
import { checkBody } from "../notes/body.ts";
import { type FieldErrors, hasErrors, type VerbContext } from "../verb.ts";

export interface CommitCommentParams {
  readonly note: string;
  /** The line of the diff; null for a comment on the whole commit. */
  readonly at: PositionedComment;
  /** A new thread, or the name of one to reply in; null for a comment without a thread. */
  readonly thread: "new" | number | null;
  /** ISO 8601; null for now. */
  readonly createdAt: string | null;
}

export type CreateCommitCommentOutcome =
  | { kind: "created"; comment: CommitCommentRow }
  | { kind: "invalid"; errors: FieldErrors }
  /** The project or the thread was deleted. */
  | { kind: "gone" };

/** GitLab's base of a commit without a parent: the empty tree. */
const EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

export const baseOf = ({ parent }: PositionedComment): string => parent ?? EMPTY_TREE;

/** The place in the form of discussions. */
function positionOf(at: PositionedComment): Position | null {
  if (at.place === null) return null;
  const { old_path, new_path, old_line, new_line } = at.place;
  const shas = { base_sha: baseOf(at), start_sha: baseOf(at), head_sha: at.id };
  return { ...shas, old_path, new_path, position_type: "text", old_line, new_line, line_range: null };
}

export async function createCommitComment(
  context: VerbContext,
  projectId: number,
  { note, at, thread, createdAt }: CommitCommentParams,
): Promise<CreateCommitCommentOutcome> {
  const errors = checkBody(note);
  if (hasErrors(errors)) return { kind: "invalid", errors };
  const { db, actorId, now } = context;
  const commit: CommentedCommit = { project_id: projectId, sha: at.id };
  const key: CommitCommentKey = { ...commit, author_id: actorId };
  const position = positionOf(at);
  const attempt = await db.change(
    [
      ...(typeof thread === "number" ? [joinComments(commit, thread)] : []),
      insertCommitComment({
        ...key,
        note,
        ...columnsOf(at.place),
        position: position && JSON.stringify(position),
        created_at: createdAt ?? now,
        ...(typeof thread === "number" && placeInComments(commit, thread)),
      }),
      ...(thread === "new" ? [beginCommentThread(key)] : []),
      recordEvent(context, {
        kind: "commit_comment_created",
        project_id: projectId,
        target_id: newestCommentId(key),
      }),
    ],
    findNewestComment(key),
  );
  const comment = rowOf(attempt);
  return comment === undefined ? { kind: "gone" } : { kind: "created", comment };
}

const columnsOf = (place: DiffPosition | null) =>
  place === null ? {} : { path: place.path, line: place.line, line_type: place.lineType };
