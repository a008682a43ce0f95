// GET, POST /projects/:id/repository/commits/:sha/comments

import { creatingComment } from "../../commits/create-comment.ts";
import { listingComments } from "../../commits/list-comments.ts";
import { presentCommitComment } from "../presenters/commit-comment.ts";

export const createComment = creatingComment(presentCommitComment);
export const listComments = listingComments({ project: "download_code" }, presentCommitComment);
