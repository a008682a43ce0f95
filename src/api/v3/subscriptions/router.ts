// Routes of subscriptions to issues and merge requests.

import { findIssue } from "../../../db/queries/issues/issues.ts";
import { findMergeRequest } from "../../../db/queries/merge-requests/merge-requests.ts";
import { issueKind, mergeRequestKind } from "../../issuables.ts";
import { one } from "../../response.ts";
import type { RouteTable } from "../../route-table.ts";
import { presentIssue } from "../presenters/issue.ts";
import { presentMergeRequestWithProfiles } from "../presenters/merge-request.ts";
import { subscriptionEndpoints } from "./subscription-endpoints.ts";

export const issueSubscription = subscriptionEndpoints({
  kind: issueKind,
  editorsOnly: false,
  response: one(presentIssue, 304),
  find: findIssue,
  present: (viewerRow, context) => (viewerRow.id === null ? null : presentIssue(viewerRow, context)),
});

export const mergeRequestSubscription = subscriptionEndpoints({
  kind: mergeRequestKind,
  editorsOnly: true,
  response: one(presentMergeRequestWithProfiles, 304),
  find: findMergeRequest,
  present: (viewerRow, context) => (viewerRow.id === null ? null : presentMergeRequestWithProfiles(viewerRow, context)),
});

export const subscriptionRoutes: RouteTable = {
  "POST /projects/:id/issues/:subscribable_id/subscription": issueSubscription.subscribe,
  "DELETE /projects/:id/issues/:subscribable_id/subscription": issueSubscription.unsubscribe,
  "POST /projects/:id/merge_requests/:subscribable_id/subscription": mergeRequestSubscription.subscribe,
  "DELETE /projects/:id/merge_requests/:subscribable_id/subscription": mergeRequestSubscription.unsubscribe,
};
