// Parameters of paths that name an issue or a merge request, by its iid, and of those that create and edit it.
import { Iid } from "../../db/queries/issuables/issuable-key.ts";
import { boolean, commaList, integer, mapped, text } from "../../http/coerce.ts";
import { optional, required, sentAs } from "../../http/params.ts";
import { idParam } from "../id-param.ts";

/** No issuable has the iid 0. */
export const issuableIid = mapped(integer, (iid) => new Iid(iid ?? 0));

export const issueParams = { ...idParam, issue_id: sentAs(required(issuableIid), "issue_iid") };

export const mergeRequestParams = {
  ...idParam,
  merge_request_id: sentAs(required(issuableIid), "merge_request_iid"),
};

/** `a,b` or `["a", "b"]`, as the one text that handlers take: no title has a comma. */
export const labelTitlesParam = mapped(commaList(text), (titles) => titles.join(","));

/** The id of one person: lists have their first id, an empty list and 0 mean nobody. */
export const onePerson = mapped(commaList(integer), ([id]) => id ?? 0);

/** Attributes that issues and merge requests have in common, as handlers of both versions know them. */
export const attributeParams = {
  description: optional(text),
  assignee_id: sentAs(optional(onePerson), "assignee_ids", "assignee_id"),
  milestone_id: optional(integer),
  labels: optional(labelTitlesParam),
};

/** Further ones of edits. */
export const editParams = {
  add_labels: optional(labelTitlesParam),
  remove_labels: optional(labelTitlesParam),
  discussion_locked: optional(boolean),
};
