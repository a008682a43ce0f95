// Issue trackers that projects keep elsewhere.
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { timestamp } from "./columns.ts";
import { projects } from "./projects.ts";

/** The one of a project that is in use. */
export const issueTrackers = sqliteTable("issue_trackers", {
  project_id: integer()
    .primaryKey()
    .references(() => projects.id, { onDelete: "cascade" }),
  title: text(),
  description: text(),
  project_url: text().notNull(),
  /** With `:id` where the issue's id goes. */
  issues_url: text().notNull(),
  new_issue_url: text().notNull(),
  created_at: timestamp(),
  updated_at: timestamp(),
});
