// What notes, awards, todos, subscriptions, labels and time hang on. Their tables name it by type and id, in the
// API's own words, so that merge requests carry all of them without a column being added.

/** Something people discuss and plan. */
export type TargetType = "Issue" | "MergeRequest";

/** Notes can be awarded as well. */
export type AwardableType = TargetType | "Note";

/** What speaks to people: a target's description, its title, a note. */
export type TextType = TargetType | `${TargetType}Title` | "Note";
