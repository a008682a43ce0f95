// Milestones of projects.
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { date, id, timestamp } from "./columns.ts";
import { projects } from "./projects.ts";

export type MilestoneState = "active" | "closed";

export const milestones = sqliteTable(
  "milestones",
  {
    id: id(),
    project_id: integer()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    /** Number within the project, from projects.milestone_seq; never reused. */
    iid: integer().notNull(),
    title: text().notNull(),
    description: text(),
    state: text().$type<MilestoneState>().notNull().default("active"),
    due_date: date(),
    start_date: date(),
    /** Counts its changes, see lock_expectations. */
    lock_version: integer().notNull().default(0),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  (t) => [
    uniqueIndex("milestones_iid_key").on(t.project_id, t.iid),
    uniqueIndex("milestones_title_key").on(t.project_id, t.title),
    index("milestones_by_due_date").on(t.project_id, t.state, t.due_date),
  ],
);
