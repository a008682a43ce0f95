// Routes of commits.
import type { RouteTable } from "../../route-table.ts";
import { createCommit, getCommit, getCommitDiff, listCommits } from "./commit-endpoints.ts";

export const commitRoutes: RouteTable = {
  "GET /projects/:id/repository/commits": listCommits,
  "POST /projects/:id/repository/commits": createCommit,
  "GET /projects/:id/repository/commits/:sha{.+}/diff": getCommitDiff,
  "GET /projects/:id/repository/commits/:sha{.+}": getCommit,
};
