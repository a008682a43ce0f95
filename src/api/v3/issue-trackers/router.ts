// Routes of external issue trackers, the only GitLab service that exists here.
import type { RouteTable } from "../../route-table.ts";
import { deleteIssueTracker } from "./delete-issue-tracker.ts";
import { getIssueTracker } from "./get-issue-tracker.ts";
import { putIssueTracker } from "./put-issue-tracker.ts";

export const issueTrackerRoutes: RouteTable = {
  "GET /projects/:id/services/custom-issue-tracker": getIssueTracker,
  "PUT /projects/:id/services/custom-issue-tracker": putIssueTracker,
  "DELETE /projects/:id/services/custom-issue-tracker": deleteIssueTracker,
};
