// Namespaces: each group is one and each user has one, with ids from one sequence.
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { date, flag, id, timestamp } from "./columns.ts";
import { users } from "./users.ts";

export type NamespaceKind = "user" | "group";

/** 0 private, 10 internal, 20 public. */
export type VisibilityLevel = 0 | 10 | 20;

export const namespaces = sqliteTable(
  "namespaces",
  {
    id: id(),
    kind: text().$type<NamespaceKind>().notNull(),
    /** The user whose personal namespace this is; null for groups. */
    owner_id: integer().references(() => users.id, { onDelete: "cascade" }),
    name: text().notNull(),
    path: text().notNull(),
    description: text().notNull().default(""),
    visibility_level: integer().$type<VisibilityLevel>().notNull().default(20),
    lfs_enabled: flag(1),
    request_access_enabled: flag(),
    share_with_group_lock: flag(),
    members_count: integer().notNull().default(0),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  (t) => [
    uniqueIndex("namespaces_path_key").on(sql`lower(path)`),
    uniqueIndex("namespaces_name_key").on(t.name),
    uniqueIndex("namespaces_owner_key").on(t.owner_id),
    index("namespaces_by_visibility_and_name").on(t.kind, t.visibility_level, t.name),
    index("namespaces_by_visibility_and_path").on(t.kind, t.visibility_level, t.path),
  ],
);

/** 10 guest, 20 reporter, 30 developer, 40 master, 50 owner. */
export type AccessLevel = 10 | 20 | 30 | 40 | 50;

export const groupMembers = sqliteTable(
  "group_members",
  {
    group_id: integer()
      .notNull()
      .references(() => namespaces.id, { onDelete: "cascade" }),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    access_level: integer().$type<AccessLevel>().notNull(),
    expires_at: date(),
    created_at: timestamp(),
  },
  (t) => [
    primaryKey({ name: "group_members_key", columns: [t.group_id, t.user_id] }),
    index("group_members_by_user").on(t.user_id, t.group_id),
  ],
);

/** The number of groups per visibility level, maintained by triggers. */
export const groupTotals = sqliteTable("group_totals", {
  visibility_level: integer().$type<VisibilityLevel>().primaryKey(),
  count: integer().notNull().default(0),
});
