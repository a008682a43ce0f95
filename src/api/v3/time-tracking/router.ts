// Routes of time tracking on issues and merge requests.

import { issueKind, mergeRequestKind } from "../../issuables.ts";
import type { RouteTable } from "../../route-table.ts";
import { timeTrackingEndpoints } from "../../time-tracking/time-tracking-endpoints.ts";
import { presentTimeStats } from "../presenters/time-stats.ts";
import { timelogs } from "./list-timelogs.ts";

export const issueTime = timeTrackingEndpoints(issueKind, presentTimeStats);
export const mergeRequestTime = timeTrackingEndpoints(mergeRequestKind, presentTimeStats);

export const timeTrackingRoutes: RouteTable = {
  "GET /projects/:id/issues/:issue_id/time_stats": issueTime.stats,
  "GET /projects/:id/issues/:issue_id/timelogs": timelogs(issueKind),
  "POST /projects/:id/issues/:issue_id/time_estimate": issueTime.estimate,
  "POST /projects/:id/issues/:issue_id/reset_time_estimate": issueTime.resetEstimate,
  "POST /projects/:id/issues/:issue_id/add_spent_time": issueTime.addSpent,
  "POST /projects/:id/issues/:issue_id/reset_spent_time": issueTime.resetSpent,
  "GET /projects/:id/merge_requests/:merge_request_id/time_stats": mergeRequestTime.stats,
  "GET /projects/:id/merge_requests/:merge_request_id/timelogs": timelogs(mergeRequestKind),
  "POST /projects/:id/merge_requests/:merge_request_id/time_estimate": mergeRequestTime.estimate,
  "POST /projects/:id/merge_requests/:merge_request_id/reset_time_estimate": mergeRequestTime.resetEstimate,
  "POST /projects/:id/merge_requests/:merge_request_id/add_spent_time": mergeRequestTime.addSpent,
  "POST /projects/:id/merge_requests/:merge_request_id/reset_spent_time": mergeRequestTime.resetSpent,
};
