// Routes of time tracking on issues and merge requests.

import type { IssuableKind } from "../../issuables.ts";
import type { RouteTable } from "../../route-table.ts";
import { timeTrackingEndpoints } from "../../time-tracking/time-tracking-endpoints.ts";
import { issueKind, mergeRequestKind } from "../issuable-kinds.ts";
import { presentTimeStats } from "../presenters/time-stats.ts";

function routes(path: string, kind: IssuableKind): RouteTable {
  const endpoints = timeTrackingEndpoints(kind, presentTimeStats);
  return {
    [`GET ${path}/time_stats`]: endpoints.stats,
    [`POST ${path}/time_estimate`]: endpoints.estimate,
    [`POST ${path}/reset_time_estimate`]: endpoints.resetEstimate,
    [`POST ${path}/add_spent_time`]: endpoints.addSpent,
    [`POST ${path}/reset_spent_time`]: endpoints.resetSpent,
  };
}

export const timeTrackingRoutes: RouteTable = {
  ...routes("/projects/:id/issues/:issue_iid", issueKind),
  ...routes("/projects/:id/merge_requests/:merge_request_iid", mergeRequestKind),
};
