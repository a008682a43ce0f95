// Subscriptions to issues.
import { findIssue } from "../../db/queries/issues.ts";
import type { RouteTable } from "../../http/route-table.ts";
import { presentIssue } from "../../presenters/issue.ts";
import { issueTarget } from "../targets.ts";
import { subscriptionEndpoints } from "./subscription-endpoints.ts";

const issue = subscriptionEndpoints({
  kind: issueTarget,
  find: findIssue,
  present: (head, baseUrl) => (head.id === null ? null : presentIssue(head, head, baseUrl)),
});

export const subscriptionRoutes: RouteTable = {
  "POST /projects/:id/issues/:subscribable_id/subscription": issue.subscribe,
  "DELETE /projects/:id/issues/:subscribable_id/subscription": issue.unsubscribe,
};
