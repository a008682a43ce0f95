// Time tracking on issues.
import type { RouteTable } from "../../http/route-table.ts";
import { issueTarget } from "../targets.ts";
import { timeTrackingEndpoints } from "./time-tracking-endpoints.ts";

const issue = timeTrackingEndpoints(issueTarget);

export const timeTrackingRoutes: RouteTable = {
  "GET /projects/:id/issues/:issue_id/time_stats": issue.stats,
  "GET /projects/:id/issues/:issue_id/timelogs": issue.timelogs,
  "POST /projects/:id/issues/:issue_id/time_estimate": issue.estimate,
  "POST /projects/:id/issues/:issue_id/reset_time_estimate": issue.resetEstimate,
  "POST /projects/:id/issues/:issue_id/add_spent_time": issue.addSpent,
  "POST /projects/:id/issues/:issue_id/reset_spent_time": issue.resetSpent,
};
