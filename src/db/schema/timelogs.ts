// Time spent on issuables.
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, timestamp } from "./columns.ts";
import type { IssuableType } from "./issuables.ts";
import { projects } from "./projects.ts";
import { users } from "./users.ts";

/** One row for each entry. A trigger keeps the sum in the issuable's `time_spent`. */
export const timelogs = sqliteTable(
  "timelogs",
  {
    id: id(),
    project_id: integer()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    target_type: text().$type<IssuableType>().notNull(),
    target_id: integer().notNull(),
    user_id: integer()
      .notNull()
      .references(() => users.id),
    /** Seconds; negative if time was subtracted. */
    time_spent: integer().notNull(),
    created_at: timestamp(),
  },
  (t) => [
    index("timelogs_of_target").on(t.target_type, t.target_id, t.id),
    index("timelogs_by_user").on(t.user_id),
    index("timelogs_by_project").on(t.project_id),
  ],
);
