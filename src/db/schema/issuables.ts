// Issuables: issues and merge requests. Notes, award emoji, todos, subscriptions, labels and time tracking belong to
// them. Their tables name one by `target_type` and `target_id`, as GitLab's API does.

/** GitLab's names. */
export type IssuableType = "Issue" | "MergeRequest";

export type AwardableType = IssuableType | "Note";

/** A text in which users can be mentioned: an issuable's description, its title, or a note. */
export type TextType = IssuableType | `${IssuableType}Title` | "Note";
