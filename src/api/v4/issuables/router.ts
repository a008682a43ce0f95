// Routes that issues and merge requests have in common: subscriptions, todos, participants and resource events.

import { findIssue } from "../../../db/queries/issues/issues.ts";
import { findMergeRequest } from "../../../db/queries/merge-requests/merge-requests.ts";
import type { IssuableKind } from "../../issuables.ts";
import { one } from "../../response.ts";
import type { RouteTable } from "../../route-table.ts";
import { subscriptionEndpoints } from "../../subscriptions/subscription-endpoints.ts";
import { markingTodo } from "../../todos/mark-todo.ts";
import { issueKind, mergeRequestKind } from "../issuable-kinds.ts";
import { showMergeRequest } from "../merge-requests/show-merge-request.ts";
import { presentIssue } from "../presenters/issue.ts";
import { presentMergeRequest } from "../presenters/merge-request.ts";
import { presentTodo } from "../presenters/todo.ts";
import { listParticipants } from "./list-participants.ts";
import { labelEventEndpoints, milestoneEventEndpoints } from "./list-resource-events.ts";
import { listStateEvents } from "./list-state-events.ts";

const issueSubscription = subscriptionEndpoints({
  kind: issueKind,
  editorsOnly: false,
  response: one(presentIssue, 304),
  find: (viewer, project, id) => findIssue(viewer, project, id, true),
  present: (viewerRow, call) => (viewerRow.id === null ? null : presentIssue(viewerRow, call)),
});

const mergeRequestSubscription = subscriptionEndpoints({
  kind: mergeRequestKind,
  editorsOnly: true,
  response: one(presentMergeRequest, 304),
  find: findMergeRequest,
  present: (viewerRow, call, actor) => (viewerRow.id === null ? null : showMergeRequest(viewerRow, call, actor)),
});

function routes(path: string, kind: IssuableKind, subscription: typeof issueSubscription): RouteTable {
  const [labels, milestones] = [labelEventEndpoints(kind), milestoneEventEndpoints(kind)];
  return {
    [`POST ${path}/subscribe`]: subscription.subscribe,
    [`POST ${path}/unsubscribe`]: subscription.unsubscribe,
    [`POST ${path}/todo`]: markingTodo(kind, presentTodo),
    [`GET ${path}/participants`]: listParticipants(kind),
    [`GET ${path}/resource_label_events`]: labels.list,
    [`GET ${path}/resource_label_events/:event_id`]: labels.get,
    [`GET ${path}/resource_milestone_events`]: milestones.list,
    [`GET ${path}/resource_milestone_events/:event_id`]: milestones.get,
    [`GET ${path}/resource_state_events`]: listStateEvents(kind),
  };
}

export const issuableRoutes: RouteTable = {
  ...routes("/projects/:id/issues/:issue_iid", issueKind, issueSubscription),
  ...routes("/projects/:id/merge_requests/:merge_request_iid", mergeRequestKind, mergeRequestSubscription),
};
