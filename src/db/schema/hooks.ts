// Project hooks: addresses that are told what happens in a project.
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag, id, timestamp } from "./columns.ts";
import { projects } from "./projects.ts";

export const projectHooks = sqliteTable(
  "project_hooks",
  {
    id: id(),
    project_id: integer()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    /** Without the user and the password it may have been given with. */
    url: text().notNull(),
    /** `Basic ...`, made of these. Never shown. */
    authorization: text(),
    /** Sent with each delivery. Never shown. */
    token: text(),
    push_events: flag(1),
    tag_push_events: flag(),
    issues_events: flag(),
    /** Without it the hook hears nothing of confidential issues, not even of what is said about them. */
    confidential_issues_events: flag(),
    merge_requests_events: flag(),
    note_events: flag(),
    build_events: flag(),
    pipeline_events: flag(),
    wiki_page_events: flag(),
    enable_ssl_verification: flag(1),
    /** `https://host`, as the server was called when the hook was last written: payloads link to it. */
    origin: text().notNull(),
    /** The newest event there was when the hook was made. It is told of later ones. */
    after_event_id: integer().notNull(),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  (t) => [index("project_hooks_by_project").on(t.project_id, t.id)],
);
