// Hooks: addresses that are told what happens in a project, in a group, or on the whole server.
import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag, id, timestamp } from "./columns.ts";
import { namespaces } from "./namespaces.ts";
import { projects } from "./projects.ts";

/** Of a project, of a group, or (neither is named) of the server. */
export const hooks = sqliteTable(
  "hooks",
  {
    id: id(),
    project_id: integer().references(() => projects.id, { onDelete: "cascade" }),
    group_id: integer().references(() => namespaces.id, { onDelete: "cascade" }),
    /** Without the user and the password it may have been given with. */
    url: text().notNull(),
    /** `Basic ...`, made of these. Never shown. */
    authorization: text(),
    /** Sent with each delivery. Never shown. */
    token: text(),
    /** `whsec_` and base64: what deliveries are signed with. Shown when it is made, and never again. */
    signing_secret: text().notNull(),
    /** The one before it, which signs as well until then. */
    previous_signing_secret: text(),
    previous_signing_secret_until: text(),
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
    /** 0 when it answered 410 Gone, until it is written again. */
    enabled: flag(1),
    /** While it fails: when it is tried next; null when its last delivery was taken. */
    disabled_until: text(),
    /** What came of the last attempt that failed, and when that was. */
    last_error: text(),
    last_error_at: text(),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  (t) => [
    index("hooks_of_project").on(t.project_id, t.id).where(sql`project_id is not null`),
    index("hooks_of_group").on(t.group_id, t.id).where(sql`group_id is not null`),
    index("hooks_of_server").on(t.id).where(sql`project_id is null and group_id is null`),
  ],
);
