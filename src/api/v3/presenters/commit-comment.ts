// Comments on commits.
import type { CommitCommentRow } from "../../../db/queries/commits/comments.ts";
import { presentUserBasic } from "./user.ts";

export const presentCommitComment = (comment: CommitCommentRow, baseUrl: string) => ({
  note: comment.note,
  path: comment.path,
  line: comment.line,
  line_type: comment.line_type,
  author: presentUserBasic(
    {
      id: comment.author_id,
      username: comment.author_username,
      name: comment.author_name,
      state: comment.author_state,
    },
    baseUrl,
  ),
  created_at: comment.created_at,
});
