// Comments on commits.
import type { CommitCommentRow } from "../../../db/queries/commits/comments.ts";
import type { PresenterContext } from "../../presenter-context.ts";
import { presentAuthor } from "./user.ts";

export const presentCommitComment = (comment: CommitCommentRow, context: PresenterContext) => ({
  note: comment.note,
  path: comment.path,
  line: comment.line,
  line_type: comment.line_type,
  author: presentAuthor(comment, context),
  created_at: comment.created_at,
});
