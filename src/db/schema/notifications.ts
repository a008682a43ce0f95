// Notifications of users, and their notification settings.
import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { flag, id, timestamp } from "./columns.ts";
import type { IssuableType } from "./issuables.ts";
import { namespaces } from "./namespaces.ts";
import { projects } from "./projects.ts";
import { users } from "./users.ts";

/** `global` inherits the setting one level above. */
export type NotificationLevel = "disabled" | "participating" | "watch" | "global" | "mention" | "custom";

/** The global setting of a user has neither `group_id` nor `project_id`. */
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
    /** JSON array of the events that level `custom` notifies about. */
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

/** Why a user is notified: the first that applies, in this order. */
export type NotificationReason =
  | "mentioned"
  | "assigned"
  | "review_requested"
  | "author"
  | "subscribed"
  | "label_subscribed"
  | "participating"
  | "watching";

/** The event of the issuable. */
export type NotificationAction =
  | "opened"
  | "closed"
  | "reopened"
  /** To another project. */
  | "moved"
  | "merged"
  /** New commits. */
  | "pushed"
  | "commented"
  | "reassigned"
  /** A review was requested from somebody else, or from nobody any more. */
  | "review_requested"
  /** Labels were added. */
  | "relabeled";

export const notifications = sqliteTable(
  "notifications",
  {
    id: id(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** See events. A user is notified of an event once. */
    event_id: integer().notNull(),
    event_kind: text().$type<NotificationAction>().notNull(),
    actor_id: integer().notNull(),
    project_id: integer()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    target_type: text().$type<IssuableType>().notNull(),
    target_id: integer().notNull(),
    /** For action `commented`. */
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

/** The position at which a consumer starts that is newer than the stream. */
export const eventMarks = sqliteTable("event_marks", {
  /** `notifications` */
  consumer: text().primaryKey(),
  event_id: integer().notNull(),
});
