// Comments on commits.
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, timestamp } from "./columns.ts";
import { projects } from "./projects.ts";
import { users } from "./users.ts";

export type LineType = "new" | "old";

export const commitComments = sqliteTable(
  "commit_comments",
  {
    id: id(),
    project_id: integer()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    /** 40 hexadecimal digits. */
    sha: text().notNull(),
    author_id: integer()
      .notNull()
      .references(() => users.id),
    note: text().notNull(),
    // The commented line; all three are null for a comment on the whole commit. See git/operations/position-comment.ts.
    path: text(),
    line: integer(),
    line_type: text().$type<LineType>(),
    created_at: timestamp(),
    /** Null for `created_at`. */
    updated_at: text(),
    /** The id of the comment that began the thread, which may be deleted; null for a comment without a thread. */
    thread_id: integer(),
    /** JSON, see db/queries/noteables/positions.ts; null for a comment on the whole commit, and for one from before. */
    position: text(),
  },
  (t) => [
    index("commit_comments_of_commit").on(t.project_id, t.sha, t.id),
    index("commit_comments_by_project").on(t.project_id, t.id),
    index("commit_comments_by_author").on(t.author_id),
  ],
);
