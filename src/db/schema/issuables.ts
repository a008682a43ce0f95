// Issuables: issues and merge requests. Notes, award emoji, todos, subscriptions, labels and time tracking belong to
// them. Their tables name one by `target_type` and `target_id`, as GitLab's API does.
import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag } from "./columns.ts";
import { projects } from "./projects.ts";

/** GitLab's names. */
export type IssuableType = "Issue" | "MergeRequest";

export type AwardableType = IssuableType | "Note";

/** A text in which users can be mentioned: an issuable's description, its title, or a note. */
export type TextType = IssuableType | `${IssuableType}Title` | "Note";

/**
 * The number of issuables of a project with a value of a column, per type, state and confidentiality; maintained by
 * triggers. The table is without rowid. The issues of authors are counted in issue_counts.
 */
export const issuableCounts = sqliteTable(
  "issuable_counts",
  {
    project_id: integer()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    target_type: text().$type<IssuableType>().notNull(),
    filter: text().$type<"author" | "assignee" | "milestone">().notNull(),
    /** The user or the milestone; 0 for those without. */
    key_id: integer().notNull(),
    /** For merge requests, listed_state. */
    state: text().notNull(),
    /** For merge requests, 0. */
    confidential: flag(),
    count: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({
      name: "issuable_counts_key",
      columns: [t.project_id, t.target_type, t.filter, t.key_id, t.state, t.confidential],
    }),
  ],
);
