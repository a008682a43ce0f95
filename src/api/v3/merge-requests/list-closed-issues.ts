// GET /projects/:id/merge_requests/:merge_request_id/closes_issues

import { listingClosedIssues } from "../../merge-requests/list-closed-issues.ts";
import { presentIssue } from "../presenters/issue.ts";
import { presentExternalIssue } from "../presenters/issue-tracker.ts";
import { mergeRequestParams } from "./merge-request-params.ts";

export const listClosedIssues = listingClosedIssues(mergeRequestParams, presentIssue, presentExternalIssue);
