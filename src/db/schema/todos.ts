// Todos of users.
import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, timestamp } from "./columns.ts";
import { notes } from "./discussions.ts";
import type { IssuableType } from "./issuables.ts";
import { projects } from "./projects.ts";
import { users } from "./users.ts";

export type TodoAction =
  | "assigned"
  | "review_requested"
  | "mentioned"
  | "directly_addressed"
  | "marked"
  | "build_failed"
  | "unmergeable";
export type TodoState = "pending" | "done";

export const todos = sqliteTable(
  "todos",
  {
    id: id(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    project_id: integer()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    target_type: text().$type<IssuableType>().notNull(),
    target_id: integer().notNull(),
    /** The user whose action caused it. */
    author_id: integer()
      .notNull()
      .references(() => users.id),
    action: text().$type<TodoAction>().notNull(),
    /** The note that caused it, if any. */
    note_id: integer().references(() => notes.id, { onDelete: "cascade" }),
    state: text().$type<TodoState>().notNull().default("pending"),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  (t) => [
    uniqueIndex("todos_pending_key").on(t.user_id, t.target_type, t.target_id).where(sql`state = 'pending'`),
    index("todos_of_user").on(t.user_id, t.state, t.id),
    index("todos_of_target").on(t.target_type, t.target_id),
    index("todos_by_author").on(t.author_id),
    index("todos_by_project").on(t.project_id),
    index("todos_by_note").on(t.note_id),
  ],
);
