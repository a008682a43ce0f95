// Issues.
import type { RouteTable } from "../../http/route-table.ts";
import { createIssue } from "./create-issue.ts";
import { getIssue } from "./get-issue.ts";
import { listProjectIssues } from "./list-project-issues.ts";

export const issueRoutes: RouteTable = {
  "GET /projects/:id/issues": listProjectIssues,
  "POST /projects/:id/issues": createIssue,
  "GET /projects/:id/issues/:issue_id": getIssue,
};
