// Hooks: URLs to which the events of a project, of a group, or of the whole server are delivered.
import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag, id, timestamp } from "./columns.ts";
import { namespaces } from "./namespaces.ts";
import { projects } from "./projects.ts";

export type BranchFilterStrategy = "wildcard" | "all_branches";

/** A hook of the server has neither `project_id` nor `group_id`. */
export const hooks = sqliteTable(
  "hooks",
  {
    id: id(),
    project_id: integer().references(() => projects.id, { onDelete: "cascade" }),
    group_id: integer().references(() => namespaces.id, { onDelete: "cascade" }),
    /** Without user and password, which are in `authorization`. */
    url: text().notNull(),
    /** `Basic ...`, from the user and password of the given URL. Never shown. */
    authorization: text(),
    /** Sent with each delivery. Never shown. */
    token: text(),
    /** `whsec_` and base64: the key that signs deliveries. Shown once, when it is created. */
    signing_secret: text().notNull(),
    /** The previous secret, which also signs until `previous_signing_secret_until`. */
    previous_signing_secret: text(),
    previous_signing_secret_until: text(),
    name: text(),
    description: text(),
    push_events: flag(1),
    /** A branch, or a pattern with `*`: the only branches whose pushes the hook receives. Empty for all. */
    push_events_branch_filter: text(),
    branch_filter_strategy: text().$type<BranchFilterStrategy>().notNull().default("wildcard"),
    tag_push_events: flag(),
    issues_events: flag(),
    /** Without this flag the hook receives no events of confidential issues, nor of their notes. */
    confidential_issues_events: flag(),
    merge_requests_events: flag(),
    note_events: flag(),
    /** With this flag it receives notes of confidential issues, whatever its other flags. */
    confidential_note_events: flag(),
    build_events: flag(),
    /** `X-Gitlab-Event` of builds is `Job Hook`, as in v4, and not `Build Hook`. */
    job_hook: flag(),
    pipeline_events: flag(),
    wiki_page_events: flag(),
    releases_events: flag(),
    milestone_events: flag(),
    emoji_events: flag(),
    // Nothing is delivered for the following, which clients of v4 set.
    deployment_events: flag(),
    feature_flag_events: flag(),
    repository_update_events: flag(),
    enable_ssl_verification: flag(1),
    /** `https://host` of the request that last wrote the hook: payloads link to it. */
    origin: text().notNull(),
    /** The newest event when the hook was created. Only later ones are delivered. */
    after_event_id: integer().notNull(),
    /** 0 after a 410 Gone, until the hook is updated. */
    enabled: flag(1),
    /** Time of the next attempt while deliveries fail; null if the last one succeeded. */
    disabled_until: text(),
    /** The result of the last failed attempt, and its time. */
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
