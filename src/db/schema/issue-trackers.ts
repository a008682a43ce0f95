// External issue trackers of projects.
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { timestamp } from "./columns.ts";
import { projects } from "./projects.ts";

/** At most one per project. */
export const issueTrackers = sqliteTable("issue_trackers", {
  project_id: integer()
    .primaryKey()
    .references(() => projects.id, { onDelete: "cascade" }),
  title: text(),
  description: text(),
  project_url: text().notNull(),
  /** `:id` is the placeholder of the issue's id. */
  issues_url: text().notNull(),
  new_issue_url: text().notNull(),
  created_at: timestamp(),
  updated_at: timestamp(),
});
