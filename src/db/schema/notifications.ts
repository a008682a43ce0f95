// What people are told of, how much of it they want to hear, and what they have not read yet.
import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { flag, id, timestamp } from "./columns.ts";
import type { IssuableType } from "./issuables.ts";
import { namespaces } from "./namespaces.ts";
import { projects } from "./projects.ts";
import { users } from "./users.ts";

/** `global` stands for what is set one level above. */
export type NotificationLevel = "disabled" | "participating" | "watch" | "global" | "mention" | "custom";

/** Of everything (neither a group nor a project is named), of a group, or of a project. */
export const notificationSettings = sqliteTable(
  "notification_settings",
  {
    id: id(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    group_id: integer().references(() => namespaces.id, { onDelete: "cascade" }),
    project_id: integer().references(() => projects.id, { onDelete: "cascade" }),
    level: text().$type<NotificationLevel>().notNull(),
    /** JSON array of the events that level `custom` tells of. */
    events: text().notNull().default("[]"),
    updated_at: timestamp(),
  },
  (t) => [
    uniqueIndex("notification_settings_of_all_key").on(t.user_id).where(sql`group_id is null and project_id is null`),
    uniqueIndex("notification_settings_of_group_key").on(t.group_id, t.user_id).where(sql`group_id is not null`),
    uniqueIndex("notification_settings_of_project_key").on(t.project_id, t.user_id).where(sql`project_id is not null`),
    index("notification_settings_by_user").on(t.user_id),
  ],
);

/** Why somebody is told: the first of these that holds. */
export type NotificationReason =
  | "mentioned"
  | "assigned"
  | "author"
  | "subscribed"
  | "label_subscribed"
  | "participating"
  | "watching";

/** What has happened to the issuable. */
export type NotificationAction =
  | "opened"
  | "closed"
  | "reopened"
  /** To another project. */
  | "moved"
  | "merged"
  /** New commits were. */
  | "pushed"
  | "commented"
  | "reassigned"
  /** It was given labels. */
  | "relabeled";

export const notifications = sqliteTable(
  "notifications",
  {
    id: id(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** What happened, see events. Each is told to somebody once. */
    event_id: integer().notNull(),
    event_kind: text().$type<NotificationAction>().notNull(),
    /** Who did it. */
    actor_id: integer().notNull(),
    project_id: integer()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    target_type: text().$type<IssuableType>().notNull(),
    target_id: integer().notNull(),
    /** Where it is a note. */
    note_id: integer(),
    reason: text().$type<NotificationReason>().notNull(),
    read: flag(),
    created_at: timestamp(),
  },
  (t) => [
    uniqueIndex("notifications_key").on(t.user_id, t.event_id),
    index("notifications_of_user").on(t.user_id, t.read, t.id),
    index("notifications_of_target").on(t.target_type, t.target_id),
    index("notifications_by_project").on(t.project_id),
  ],
);

/** How far consumers of the stream that are older than it begin. */
export const eventMarks = sqliteTable("event_marks", {
  /** `notifications` */
  consumer: text().primaryKey(),
  event_id: integer().notNull(),
});
