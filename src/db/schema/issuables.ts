// Issues and merge requests: what notes, award emoji, todos, subscriptions, labels and time tracking belong to. Their
// tables refer to one by `target_type` and `target_id`, the names GitLab's API uses.

/** An issue or a merge request, as GitLab calls them. */
export type IssuableType = "Issue" | "MergeRequest";

/** Notes can be awarded as well. */
export type AwardableType = IssuableType | "Note";

/** A text in which users can be mentioned: an issuable's description, its title, a note. */
export type TextType = IssuableType | `${IssuableType}Title` | "Note";
