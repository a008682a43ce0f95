// Routes of commits.
import type { RouteTable } from "../../route-table.ts";
import { commitDiscussionRoutes } from "../discussions/commit-discussions.ts";
import { createCommit, getCommit, getCommitDiff, listCommits } from "./commit-endpoints.ts";

import { cherryPick, createComment, listComments, listCommitRefs, revert } from "./related-endpoints.ts";

export const commitRoutes: RouteTable = {
  "GET /projects/:id/repository/commits": listCommits,
  "POST /projects/:id/repository/commits": createCommit,
  "GET /projects/:id/repository/commits/:sha{.+}/diff": getCommitDiff,
  "GET /projects/:id/repository/commits/:sha{.+}/refs": listCommitRefs,
  "GET /projects/:id/repository/commits/:sha{.+}/comments": listComments,
  "POST /projects/:id/repository/commits/:sha{.+}/comments": createComment,
  "POST /projects/:id/repository/commits/:sha{.+}/cherry_pick": cherryPick,
  "POST /projects/:id/repository/commits/:sha{.+}/revert": revert,
  ...commitDiscussionRoutes,
  "GET /projects/:id/repository/commits/:sha{.+}": getCommit,
};
