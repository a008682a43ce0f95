// Parameters of the endpoints that create and edit issues.
import { boolean, integer, text } from "../../../http/coerce.ts";
import { castDate } from "../../../http/date-values.ts";
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

/** `YYYY-MM-DD`, null for a text without a date, undefined if not given. */
export const dueDate = (given: string | null | undefined): string | null | undefined =>
  given === undefined ? undefined : castDate(given ?? "");

/** The id 0 means none. */
export const idOrNone = (given: number | null | undefined): number | null => given || null;
