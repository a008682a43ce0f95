// Routes of merge requests.
import type { RouteTable } from "../../route-table.ts";
import { acceptMergeRequest } from "./accept-merge-request.ts";
import { cancelAutomaticMerge } from "./cancel-automatic-merge.ts";
import { createMergeRequest, deleteMergeRequest, updateMergeRequest } from "./change-merge-requests.ts";
import { createComment, listComments } from "./comments.ts";
import { getChanges } from "./get-changes.ts";
import { getMergeRequest } from "./get-merge-request.ts";
import { getVersion } from "./get-version.ts";
import { listClosedIssues } from "./list-closed-issues.ts";
import { listCommits } from "./list-commits.ts";
import { listMergeRequests } from "./list-merge-requests.ts";
import { listVersions } from "./list-versions.ts";
import { bothSpellings } from "./merge-request-params.ts";

export const mergeRequestRoutes: RouteTable = {
  "GET /projects/:id/merge_requests": listMergeRequests,
  "POST /projects/:id/merge_requests": createMergeRequest,
  ...bothSpellings("GET", "", getMergeRequest),
  ...bothSpellings("PUT", "", updateMergeRequest),
  "DELETE /projects/:id/merge_requests/:merge_request_id": deleteMergeRequest,
  ...bothSpellings("PUT", "/merge", acceptMergeRequest),
  ...bothSpellings("PUT", "/cancel_merge_when_build_succeeds", cancelAutomaticMerge),
  ...bothSpellings("POST", "/cancel_merge_when_build_succeeds", cancelAutomaticMerge),
  ...bothSpellings("GET", "/comments", listComments),
  ...bothSpellings("POST", "/comments", createComment),
  ...bothSpellings("GET", "/commits", listCommits),
  ...bothSpellings("GET", "/changes", getChanges),
  ...bothSpellings("GET", "/closes_issues", listClosedIssues),
  "GET /projects/:id/merge_requests/:merge_request_id/versions": listVersions,
  "GET /projects/:id/merge_requests/:merge_request_id/versions/:version_id": getVersion,
};
