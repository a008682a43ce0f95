// POST /projects/:id/issues, GET, PUT and DELETE of one, and its move
import { boolean, counted, dateTime, integer, oneOf, text } from "../../../http/coerce.ts";
import { optional, required, sentAs } from "../../../http/params.ts";
import { noContent } from "../../endpoint.ts";
import { idParam } from "../../id-param.ts";
import { creatingIssue } from "../../issues/create-issue.ts";
import { deletingIssue } from "../../issues/delete-issue.ts";
import { gettingIssue } from "../../issues/get-issue.ts";
import { movingIssue } from "../../issues/move-issue.ts";
import { updatingIssue } from "../../issues/update-issue.ts";
import { empty } from "../../response.ts";
import { attributeParams, editParams, issueParams } from "../issuable-params.ts";
import { presentIssue } from "../presenters/issue.ts";

export const getIssue = gettingIssue(issueParams, presentIssue);

/** By its id: what a lost response of its creation is made from. */
const getCreatedIssue = gettingIssue({ ...idParam, issue_id: required(integer) }, presentIssue);

const issueAttributeParams = {
  ...attributeParams,
  due_date: optional(text),
  confidential: optional(boolean),
  issue_type: optional(oneOf("issue")),
  created_at: optional(dateTime),
};

export const createIssue = creatingIssue(
  {
    ...idParam,
    title: required(text),
    ...issueAttributeParams,
    iid: optional(counted),
    merge_request_for_resolving_discussions: sentAs(optional(integer), "merge_request_to_resolve_discussions_of"),
    discussion_to_resolve: optional(integer),
  },
  presentIssue,
  getCreatedIssue,
);

export const updateIssue = updatingIssue(
  {
    ...issueParams,
    title: optional(text),
    ...issueAttributeParams,
    ...editParams,
    updated_at: optional(dateTime),
    state_event: optional<"close" | "reopen">(oneOf("close", "reopen")),
  },
  [
    "title",
    "description",
    "assignee_ids",
    "assignee_id",
    "milestone_id",
    "labels",
    "add_labels",
    "remove_labels",
    "due_date",
    "confidential",
    "discussion_locked",
    "created_at",
    "issue_type",
    "state_event",
  ],
  presentIssue,
  getIssue,
);

export const deleteIssue = deletingIssue(issueParams, empty(204), noContent);
export const moveIssue = movingIssue(issueParams, presentIssue);
