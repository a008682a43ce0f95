// GET /projects/:id/merge_requests/:merge_request_iid/closes_issues

import { listingClosedIssues } from "../../merge-requests/list-closed-issues.ts";
import { mergeRequestParams } from "../issuable-params.ts";
import { presentDistantIssue } from "../presenters/issue.ts";
import { presentExternalIssue } from "../presenters/merge-request.ts";

export const listClosedIssues = listingClosedIssues(mergeRequestParams, presentDistantIssue, presentExternalIssue);
