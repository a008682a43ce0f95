// Routes of what happens to merge requests: review, merge, and their contents.
import type { RouteTable } from "../../route-table.ts";
import {
  approveMergeRequest,
  getApprovalState,
  getApprovals,
  listApprovalRules,
  unapproveMergeRequest,
} from "./approvals.ts";
import { getRawDiffs, getVersion, listCommits, listDiffs, listVersions } from "./contents.ts";
import { listMergeRequestsOfCommit } from "./of-commit.ts";

const one = "/projects/:id/merge_requests/:merge_request_iid";

export const mergingRoutes: RouteTable = {
  [`POST ${one}/approve`]: approveMergeRequest,
  [`POST ${one}/unapprove`]: unapproveMergeRequest,
  [`GET ${one}/approvals`]: getApprovals,
  [`GET ${one}/approval_state`]: getApprovalState,
  [`GET ${one}/approval_rules`]: listApprovalRules,
  [`GET ${one}/commits`]: listCommits,
  [`GET ${one}/diffs`]: listDiffs,
  [`GET ${one}/raw_diffs`]: getRawDiffs,
  [`GET ${one}/versions`]: listVersions,
  [`GET ${one}/versions/:version_id`]: getVersion,
  "GET /projects/:id/repository/commits/:sha/merge_requests": listMergeRequestsOfCommit,
};
