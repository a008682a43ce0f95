// Parameters of lists of issues and merge requests. Those that filter have the filter's name, see filtersOf.
import { boolean, commaList, dateTime, integer, listOfOne, mapped, oneOf, orElse, text } from "../../../http/coerce.ts";
import { paginationParams } from "../../../http/pagination.ts";
import { optional, sentAs, withDefault } from "../../../http/params.ts";

const idOrWord = orElse(integer, oneOf("None", "Any", "none", "any"));

/** The filters that `not` has, too. */
const people = {
  author: sentAs(optional(integer), "author_id"),
  author_name: sentAs(optional(text), "author_username"),
  assignee: sentAs(optional(idOrWord), "assignee_id"),
  assignee_name: sentAs(optional(listOfOne(text)), "assignee_username"),
};

const filterParams = {
  iids: optional(commaList(integer)),
  ...people,
  milestone: optional(text),
  labels_all: sentAs(optional(commaList(text)), "labels"),
  search: optional(text),
  in: withDefault<("title" | "description")[]>(commaList(oneOf("title", "description")), ["title", "description"]),
  reaction: sentAs(optional(text), "my_reaction_emoji"),
  created_after: optional(dateTime),
  created_before: optional(dateTime),
  updated_after: optional(dateTime),
  updated_before: optional(dateTime),
  not_iids: sentAs(optional(commaList(integer)), "not[iids]"),
  not_author: sentAs(optional(integer), "not[author_id]"),
  not_author_name: sentAs(optional(text), "not[author_username]"),
  not_assignee: sentAs(optional(idOrWord), "not[assignee_id]"),
  not_assignee_name: sentAs(optional(listOfOne(text)), "not[assignee_username]"),
  not_milestone: sentAs(optional(text), "not[milestone]"),
  not_labels: sentAs(optional(commaList(text)), "not[labels]"),
  not_reaction: sentAs(optional(text), "not[my_reaction_emoji]"),
};

/** For statistics of issues, too. */
export const issueFilterParams = {
  ...filterParams,
  confidential: optional(boolean),
  /** There are issues only. */
  nothing: sentAs(
    optional(mapped(oneOf("issue", "incident", "test_case", "task"), (type) => (type === "issue" ? null : true))),
    "issue_type",
  ),
};

const mergeRequestFilterParams = {
  ...filterParams,
  source_branch: optional(text),
  target_branch: optional(text),
  draft: sentAs(optional(boolean), "draft", "wip"),
  reviewer: sentAs(optional(idOrWord), "reviewer_id"),
  reviewer_name: sentAs(optional(text), "reviewer_username"),
  not_reviewer: sentAs(optional(idOrWord), "not[reviewer_id]"),
  not_reviewer_name: sentAs(optional(text), "not[reviewer_username]"),
};

/** In lists of more than one milestone. A number is an id. */
export const milestoneIdParam = {
  milestone_id: optional(
    orElse(integer, oneOf("None", "Any", "Upcoming", "Started", "none", "any", "upcoming", "started")),
  ),
};

const scopes = [
  ...(["created_by_me", "assigned_to_me", "all"] as const),
  ...(["created-by-me", "assigned-to-me"] as const),
] as const;
const reviewScopes = [...scopes, "reviews_for_me", "reviews-for-me"] as const;

export type ListScope = (typeof reviewScopes)[number];

/** @param fallback the scope of a request that gives none */
export const issueScope = (fallback: ListScope) => ({ scope: withDefault<ListScope>(oneOf(...scopes), fallback) });
export const mergeRequestScope = (fallback: ListScope) => ({
  scope: withDefault<ListScope>(oneOf(...reviewScopes), fallback),
});

/** Groups and the lists beyond them leave out archived projects. */
export const unarchivedParam = { non_archived: withDefault<boolean>(boolean, true) };

const commonOrders = [
  ...(["created_at", "updated_at", "title", "popularity"] as const),
  ...(["milestone_due", "label_priority", "priority"] as const),
] as const;
const issueOrders = [...commonOrders, "due_date"] as const;
const mergeRequestOrders = [...commonOrders, "merged_at"] as const;

const listParams = {
  sort: withDefault<"asc" | "desc">(oneOf("asc", "desc"), "desc"),
  with_labels_details: withDefault<boolean>(boolean, false),
  ...paginationParams,
};

export const issueListParams = {
  ...issueFilterParams,
  state: withDefault<"opened" | "closed" | "all">(oneOf("opened", "closed", "all"), "all"),
  order_by: withDefault<(typeof issueOrders)[number]>(oneOf(...issueOrders), "created_at"),
  ...listParams,
};

const mergeRequestStates = ["opened", "closed", "locked", "merged", "all"] as const;

export const mergeRequestListParams = {
  ...mergeRequestFilterParams,
  state: withDefault<(typeof mergeRequestStates)[number]>(oneOf(...mergeRequestStates), "all"),
  order_by: withDefault<(typeof mergeRequestOrders)[number]>(oneOf(...mergeRequestOrders), "created_at"),
  view: optional(text),
  ...listParams,
};
