// Routes of single issues.
import type { RouteTable } from "../../route-table.ts";
import { createLink, deleteLink, getLink, listLinks } from "./issue-links.ts";
import { listClosers, listRelatedMergeRequests } from "./related-merge-requests.ts";
import { createIssue, deleteIssue, getIssue, moveIssue, updateIssue } from "./single-issues.ts";

export const issueRoutes: RouteTable = {
  "POST /projects/:id/issues": createIssue,
  "GET /projects/:id/issues/:issue_iid": getIssue,
  "PUT /projects/:id/issues/:issue_iid": updateIssue,
  "DELETE /projects/:id/issues/:issue_iid": deleteIssue,
  "POST /projects/:id/issues/:issue_iid/move": moveIssue,
  "GET /projects/:id/issues/:issue_iid/links": listLinks,
  "POST /projects/:id/issues/:issue_iid/links": createLink,
  "GET /projects/:id/issues/:issue_iid/links/:issue_link_id": getLink,
  "DELETE /projects/:id/issues/:issue_iid/links/:issue_link_id": deleteLink,
  "GET /projects/:id/issues/:issue_iid/related_merge_requests": listRelatedMergeRequests,
  "GET /projects/:id/issues/:issue_iid/closed_by": listClosers,
};
