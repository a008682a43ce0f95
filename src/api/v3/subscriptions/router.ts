// Routes of subscriptions to issues and merge requests.

import { Iid } from "../../../db/queries/issuables/issuable-key.ts";
import { findIssue } from "../../../db/queries/issues/issues.ts";
import { findMergeRequest } from "../../../db/queries/merge-requests/merge-requests.ts";
import { idOrPath, mapped, orInstance } from "../../../http/coerce.ts";
import { required } from "../../../http/params.ts";
import { idParam } from "../../id-param.ts";
import { type IssuableKind, issueKind, mergeRequestKind } from "../../issuables.ts";
import { one } from "../../response.ts";
import type { RouteTable } from "../../route-table.ts";
import { subscriptionEndpoints } from "../../subscriptions/subscription-endpoints.ts";
import { presentIssue } from "../presenters/issue.ts";
import { presentMergeRequestWithProfiles } from "../presenters/merge-request.ts";

/** GitLab declares no type: a value that is no id is 404. */
const subscribableId = mapped(orInstance(idOrPath, Iid), (given) => (given instanceof Iid ? given : given.id));

const subscribable = (kind: IssuableKind): IssuableKind => ({
  ...kind,
  params: { ...idParam, subscribable_id: required(subscribableId) },
  idOf: ({ subscribable_id }) => subscribable_id ?? null,
});

export const issueSubscription = subscriptionEndpoints({
  kind: subscribable(issueKind),
  editorsOnly: false,
  response: one(presentIssue, 304),
  find: findIssue,
  present: (viewerRow, context) => (viewerRow.id === null ? null : presentIssue(viewerRow, context)),
});

export const mergeRequestSubscription = subscriptionEndpoints({
  kind: subscribable(mergeRequestKind),
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
