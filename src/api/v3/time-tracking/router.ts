// Routes of time tracking on issues and merge requests.
import type { RouteTable } from "../../route-table.ts";
import { issueKind, mergeRequestKind } from "../issuables.ts";
import { timeTrackingEndpoints } from "./time-tracking-endpoints.ts";

const issue = timeTrackingEndpoints(issueKind);
const mergeRequest = timeTrackingEndpoints(mergeRequestKind);

export const timeTrackingRoutes: RouteTable = {
  "GET /projects/:id/issues/:issue_id/time_stats": issue.stats,
  "GET /projects/:id/issues/:issue_id/timelogs": issue.timelogs,
  "POST /projects/:id/issues/:issue_id/time_estimate": issue.estimate,
  "POST /projects/:id/issues/:issue_id/reset_time_estimate": issue.resetEstimate,
  "POST /projects/:id/issues/:issue_id/add_spent_time": issue.addSpent,
  "POST /projects/:id/issues/:issue_id/reset_spent_time": issue.resetSpent,
  "GET /projects/:id/merge_requests/:merge_request_id/time_stats": mergeRequest.stats,
  "GET /projects/:id/merge_requests/:merge_request_id/timelogs": mergeRequest.timelogs,
  "POST /projects/:id/merge_requests/:merge_request_id/time_estimate": mergeRequest.estimate,
  "POST /projects/:id/merge_requests/:merge_request_id/reset_time_estimate": mergeRequest.resetEstimate,
  "POST /projects/:id/merge_requests/:merge_request_id/add_spent_time": mergeRequest.addSpent,
  "POST /projects/:id/merge_requests/:merge_request_id/reset_spent_time": mergeRequest.resetSpent,
};
