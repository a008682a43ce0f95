// POST /projects/:id/issues, GET, PUT and DELETE of one, and its move
import { dateTime, integer, oneOf, text } from "../../../http/coerce.ts";
import { optional, required } from "../../../http/params.ts";
import { idParam } from "../../id-param.ts";
import { creatingIssue } from "../../issues/create-issue.ts";
import { deletingIssue } from "../../issues/delete-issue.ts";
import { gettingIssue } from "../../issues/get-issue.ts";
import { movingIssue } from "../../issues/move-issue.ts";
import { updatingIssue } from "../../issues/update-issue.ts";
import { one } from "../../response.ts";
import { presentIssue } from "../presenters/issue.ts";
import { issueAttributeParams, issueFlagParams, issueParams } from "./issue-params.ts";

export const getIssue = gettingIssue(issueParams, presentIssue);

export const createIssue = creatingIssue(
  {
    title: required(text),
    created_at: optional(dateTime),
    merge_request_for_resolving_discussions: optional(integer),
    ...issueAttributeParams,
    ...issueFlagParams,
    ...idParam,
  },
  presentIssue,
  getIssue,
);

export const updateIssue = updatingIssue(
  {
    ...issueParams,
    title: optional(text),
    updated_at: optional(dateTime),
    state_event: optional<"close" | "reopen">(oneOf("close", "reopen")),
    ...issueAttributeParams,
    // Satisfies the rule below and changes nothing, as in GitLab.
    created_at: optional(dateTime),
    ...issueFlagParams,
  },
  [
    "title",
    "description",
    "assignee_id",
    "milestone_id",
    "labels",
    "created_at",
    "due_date",
    "confidential",
    "state_event",
  ],
  presentIssue,
  getIssue,
);

export const deleteIssue = deletingIssue(issueParams, one(presentIssue), presentIssue);
export const moveIssue = movingIssue(issueParams, presentIssue);
