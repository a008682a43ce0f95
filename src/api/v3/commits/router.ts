// Routes of commits.
import type { RouteTable } from "../../route-table.ts";
import { cherryPick } from "./cherry-pick.ts";
import { createComment, listComments } from "./comments.ts";
import { createCommit } from "./create-commit.ts";
import { getCommit, getCommitDiff } from "./get-commit.ts";
import { listCommits } from "./list-commits.ts";

export const commitRoutes: RouteTable = {
  "GET /projects/:id/repository/commits": listCommits,
  "GET /projects/:id/repository/commits/:sha{.+}/diff": getCommitDiff,
  "GET /projects/:id/repository/commits/:sha{.+}/comments": listComments,
  "POST /projects/:id/repository/commits/:sha{.+}/comments": createComment,
  "GET /projects/:id/repository/commits/:sha{.+}": getCommit,
  "POST /projects/:id/repository/commits": createCommit,
  "POST /projects/:id/repository/commits/:sha{.+}/cherry_pick": cherryPick,
};
