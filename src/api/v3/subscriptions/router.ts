// Subscriptions to issues and merge requests.
import { findIssue } from "../../../db/queries/issues/issues.ts";
import { findMergeRequest } from "../../../db/queries/merge-requests/merge-requests.ts";
import type { RouteTable } from "../../route-table.ts";
import { issueTarget, mergeRequestTarget } from "../noteables.ts";
import { presentIssue } from "../presenters/issue.ts";
import { presentMergeRequestWithProfiles } from "../presenters/merge-request.ts";
import { subscriptionEndpoints } from "./subscription-endpoints.ts";

const issue = subscriptionEndpoints({
  kind: issueTarget,
  editorsOnly: false,
  find: findIssue,
  present: (head, baseUrl) => (head.id === null ? null : presentIssue(head, head, baseUrl)),
});

const mergeRequest = subscriptionEndpoints({
  kind: mergeRequestTarget,
  editorsOnly: true,
  find: findMergeRequest,
  present: (head, baseUrl) => (head.id === null ? null : presentMergeRequestWithProfiles(head, head, baseUrl)),
});

export const subscriptionRoutes: RouteTable = {
  "POST /projects/:id/issues/:subscribable_id/subscription": issue.subscribe,
  "DELETE /projects/:id/issues/:subscribable_id/subscription": issue.unsubscribe,
  "POST /projects/:id/merge_requests/:subscribable_id/subscription": mergeRequest.subscribe,
  "DELETE /projects/:id/merge_requests/:subscribable_id/subscription": mergeRequest.unsubscribe,
};
