// Parameters of the endpoints that create and edit issues.
import { boolean, integer, text } from "../../../http/coerce.ts";
import { optional, required } from "../../../http/params.ts";
import { idParam } from "../../id-param.ts";
import { issuableId } from "../../issuable-id.ts";

export const issueParams = { ...idParam, issue_id: required(issuableId) };

export const issueAttributeParams = {
  description: optional(text),
  assignee_id: optional(integer),
  milestone_id: optional(integer),
  labels: optional(text),
};

export const issueFlagParams = { due_date: optional(text), confidential: optional(boolean) };
