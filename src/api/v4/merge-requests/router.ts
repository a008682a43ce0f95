// Routes of merge requests.
import type { RouteTable } from "../../route-table.ts";
import { createMergeRequest, deleteMergeRequest, updateMergeRequest } from "./change-merge-requests.ts";
import { getMergeRequest } from "./get-merge-request.ts";

export const mergeRequestRoutes: RouteTable = {
  "POST /projects/:id/merge_requests": createMergeRequest,
  "GET /projects/:id/merge_requests/:merge_request_iid": getMergeRequest,
  "PUT /projects/:id/merge_requests/:merge_request_iid": updateMergeRequest,
  "DELETE /projects/:id/merge_requests/:merge_request_iid": deleteMergeRequest,
};
