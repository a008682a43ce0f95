// Routes of merge requests.
import type { RouteTable } from "../../route-table.ts";
import {
  approveMergeRequest,
  getApprovalState,
  getApprovals,
  listApprovalRules,
  unapproveMergeRequest,
} from "./approvals.ts";
import { createMergeRequest, deleteMergeRequest, updateMergeRequest } from "./change-merge-requests.ts";
import { getChanges, getRawDiffs, getVersion, listCommits, listDiffs, listVersions } from "./contents.ts";
import { getMergeRequest } from "./get-merge-request.ts";
import { listClosedIssues } from "./list-closed-issues.ts";
import { acceptMergeRequest, cancelAutomaticMerge } from "./merge.ts";
import { listMergeRequestsOfCommit } from "./of-commit.ts";
import { rebaseMergeRequest } from "./rebase.ts";

const one = "/projects/:id/merge_requests/:merge_request_iid";

export const mergeRequestRoutes: RouteTable = {
  "POST /projects/:id/merge_requests": createMergeRequest,
  [`GET ${one}`]: getMergeRequest,
  [`PUT ${one}`]: updateMergeRequest,
  [`DELETE ${one}`]: deleteMergeRequest,
  [`POST ${one}/approve`]: approveMergeRequest,
  [`POST ${one}/unapprove`]: unapproveMergeRequest,
  [`GET ${one}/approvals`]: getApprovals,
  [`GET ${one}/approval_state`]: getApprovalState,
  [`GET ${one}/approval_rules`]: listApprovalRules,
  [`PUT ${one}/merge`]: acceptMergeRequest,
  [`POST ${one}/cancel_merge_when_pipeline_succeeds`]: cancelAutomaticMerge,
  [`PUT ${one}/rebase`]: rebaseMergeRequest,
  [`GET ${one}/commits`]: listCommits,
  [`GET ${one}/diffs`]: listDiffs,
  [`GET ${one}/changes`]: getChanges,
  [`GET ${one}/raw_diffs`]: getRawDiffs,
  [`GET ${one}/versions`]: listVersions,
  [`GET ${one}/versions/:version_id`]: getVersion,
  [`GET ${one}/closes_issues`]: listClosedIssues,
  "GET /projects/:id/repository/commits/:sha/merge_requests": listMergeRequestsOfCommit,
};
