// Pending requests to join a group or a project.
import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, timestamp } from "./columns.ts";
import { namespaces } from "./namespaces.ts";
import { projects } from "./projects.ts";
import { users } from "./users.ts";

/** Exactly one of `group_id` and `project_id` is set. */
export const accessRequests = sqliteTable(
  "access_requests",
  {
    id: id(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    group_id: integer().references(() => namespaces.id, { onDelete: "cascade" }),
    project_id: integer().references(() => projects.id, { onDelete: "cascade" }),
    created_at: timestamp(),
  },
  (t) => [
    uniqueIndex("access_requests_of_group_key").on(t.group_id, t.user_id).where(sql`group_id is not null`),
    uniqueIndex("access_requests_of_project_key").on(t.project_id, t.user_id).where(sql`project_id is not null`),
    index("access_requests_by_user").on(t.user_id),
  ],
);
