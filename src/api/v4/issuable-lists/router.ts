// Routes of lists of issues and merge requests.
import type { RouteTable } from "../../route-table.ts";
import { listGroupIssues, listMilestoneIssues, listOwnIssues, listProjectIssues } from "./issue-lists.ts";
import { getGroupIssueStatistics, getOwnIssueStatistics, getProjectIssueStatistics } from "./issue-statistics.ts";
import {
  listGroupMergeRequests,
  listMilestoneMergeRequests,
  listOwnMergeRequests,
  listProjectMergeRequests,
} from "./merge-request-lists.ts";

export const issuableListRoutes: RouteTable = {
  "GET /issues": listOwnIssues,
  "GET /groups/:id/issues": listGroupIssues,
  "GET /projects/:id/issues": listProjectIssues,
  "GET /projects/:id/milestones/:milestone_id/issues": listMilestoneIssues,
  "GET /issues_statistics": getOwnIssueStatistics,
  "GET /groups/:id/issues_statistics": getGroupIssueStatistics,
  "GET /projects/:id/issues_statistics": getProjectIssueStatistics,
  "GET /merge_requests": listOwnMergeRequests,
  "GET /groups/:id/merge_requests": listGroupMergeRequests,
  "GET /projects/:id/merge_requests": listProjectMergeRequests,
  "GET /projects/:id/milestones/:milestone_id/merge_requests": listMilestoneMergeRequests,
};
