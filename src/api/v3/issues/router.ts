// Routes of issues.
import type { RouteTable } from "../../route-table.ts";
import { listGroupIssues } from "./list-group-issues.ts";
import { listOwnIssues } from "./list-own-issues.ts";
import { listProjectIssues } from "./list-project-issues.ts";
import { createIssue, deleteIssue, getIssue, moveIssue, updateIssue } from "./single-issues.ts";

export const issueRoutes: RouteTable = {
  "GET /issues": listOwnIssues,
  "GET /groups/:id/issues": listGroupIssues,
  "GET /projects/:id/issues": listProjectIssues,
  "POST /projects/:id/issues": createIssue,
  "GET /projects/:id/issues/:issue_id": getIssue,
  "PUT /projects/:id/issues/:issue_id": updateIssue,
  "DELETE /projects/:id/issues/:issue_id": deleteIssue,
  "POST /projects/:id/issues/:issue_id/move": moveIssue,
};
