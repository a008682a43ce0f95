// Projects, their members, shares, stars, fork links and counters.
import { sql } from "drizzle-orm";
import {
  type AnySQLiteColumn,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { date, flag, id, timestamp } from "./columns.ts";
import { type AccessLevel, namespaces, type VisibilityLevel } from "./namespaces.ts";
import { users } from "./users.ts";

/** GitLab's words. `none` for a project that was created without `import_url`. */
export type ImportStatus = "none" | "scheduled" | "started" | "finished" | "failed";

export const projects = sqliteTable(
  "projects",
  {
    id: id(),
    namespace_id: integer()
      .notNull()
      .references(() => namespaces.id, { onDelete: "cascade" }),
    creator_id: integer()
      .notNull()
      .references(() => users.id),
    forked_from_id: integer().references((): AnySQLiteColumn => projects.id, { onDelete: "set null" }),
    name: text().notNull(),
    path: text().notNull(),
    /** `x` and `x.wiki` conflict: the wiki of project x is the repository x.wiki. */
    path_key: text().generatedAlwaysAs(
      sql`lower(case when path like '%.wiki' then substr(path, 1, length(path) - 5) else path end)`,
    ),
    description: text(),
    default_branch: text(),
    visibility_level: integer().$type<VisibilityLevel>().notNull().default(0),
    archived: flag(),
    issues_enabled: flag(1),
    merge_requests_enabled: flag(1),
    wiki_enabled: flag(1),
    builds_enabled: flag(1),
    snippets_enabled: flag(),
    container_registry_enabled: flag(1),
    shared_runners_enabled: flag(1),
    lfs_enabled: flag(1),
    public_builds: flag(1),
    request_access_enabled: flag(),
    only_allow_merge_if_build_succeeds: flag(),
    only_allow_merge_if_all_discussions_are_resolved: flag(),
    runners_token: text().notNull(),
    import_status: text().$type<ImportStatus>().notNull().default("none"),
    /** Why the import failed, without secrets; null otherwise. */
    import_error: text(),
    /** JSON array of strings. */
    tag_list: text().notNull().default("[]"),
    /** The last iid assigned to an issue of this project. */
    issue_seq: integer().notNull().default(0),
    milestone_seq: integer().notNull().default(0),
    merge_request_seq: integer().notNull().default(0),
    // Counters, maintained by triggers: totals are exact without a count.
    star_count: integer().notNull().default(0),
    forks_count: integer().notNull().default(0),
    members_count: integer().notNull().default(0),
    opened_issues: integer().notNull().default(0),
    closed_issues: integer().notNull().default(0),
    opened_confidential_issues: integer().notNull().default(0),
    closed_confidential_issues: integer().notNull().default(0),
    created_at: timestamp(),
    updated_at: timestamp(),
    last_activity_at: timestamp(),
  },
  (t) => [
    uniqueIndex("projects_path_key").on(t.namespace_id, t.path_key),
    uniqueIndex("projects_name_key").on(t.namespace_id, t.name),
    index("projects_by_full_path").on(t.namespace_id, sql`lower(path)`),
    index("projects_by_source").on(t.forked_from_id),
    index("projects_by_creator").on(t.creator_id),
    // Two per order of the lists: within a namespace, and within the server.
    index("projects_in_namespace_by_id").on(t.namespace_id, t.archived, t.visibility_level, t.id),
    index("projects_in_namespace_by_name").on(t.namespace_id, t.archived, t.visibility_level, t.name, t.id),
    index("projects_in_namespace_by_path").on(t.namespace_id, t.archived, t.visibility_level, t.path, t.id),
    index("projects_in_namespace_by_created").on(t.namespace_id, t.archived, t.visibility_level, t.created_at, t.id),
    index("projects_in_namespace_by_updated").on(t.namespace_id, t.archived, t.visibility_level, t.updated_at, t.id),
    index("projects_in_namespace_by_activity").on(
      t.namespace_id,
      t.archived,
      t.visibility_level,
      t.last_activity_at,
      t.id,
    ),
    index("projects_of_visibility_by_id").on(t.visibility_level, t.archived, t.id),
    index("projects_of_visibility_by_name").on(t.visibility_level, t.archived, t.name, t.id),
    index("projects_of_visibility_by_path").on(t.visibility_level, t.archived, t.path, t.id),
    index("projects_of_visibility_by_created").on(t.visibility_level, t.archived, t.created_at, t.id),
    index("projects_of_visibility_by_updated").on(t.visibility_level, t.archived, t.updated_at, t.id),
    index("projects_of_visibility_by_activity").on(t.visibility_level, t.archived, t.last_activity_at, t.id),
  ],
);

export const projectMembers = sqliteTable(
  "project_members",
  {
    project_id: integer()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    access_level: integer().$type<AccessLevel>().notNull(),
    expires_at: date(),
    /** The project is in this user's own namespace, so the membership adds no access. */
    implied: flag(),
    created_at: timestamp(),
  },
  (t) => [
    primaryKey({ name: "project_members_key", columns: [t.project_id, t.user_id] }),
    index("project_members_by_user").on(t.user_id, t.implied, t.project_id),
  ],
);

export const projectGroupLinks = sqliteTable(
  "project_group_links",
  {
    id: id(),
    project_id: integer()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    group_id: integer()
      .notNull()
      .references(() => namespaces.id, { onDelete: "cascade" }),
    group_access: integer().$type<AccessLevel>().notNull(),
    expires_at: date(),
    created_at: timestamp(),
  },
  (t) => [
    uniqueIndex("project_group_links_key").on(t.project_id, t.group_id),
    index("project_group_links_by_group").on(t.group_id, t.project_id),
  ],
);

export const stars = sqliteTable(
  "stars",
  {
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    project_id: integer()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
  },
  (t) => [
    primaryKey({ name: "stars_key", columns: [t.user_id, t.project_id] }),
    index("stars_by_project").on(t.project_id),
  ],
);

/** The fork link that v3 shows, valid while `forked_from_id` is set too. */
export const forkLinks = sqliteTable(
  "fork_links",
  {
    id: id(),
    project_id: integer()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    source_id: integer()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    created_at: timestamp(),
  },
  (t) => [uniqueIndex("fork_links_key").on(t.project_id), index("fork_links_by_source").on(t.source_id)],
);

/** The number of projects per namespace, maintained by triggers. */
export const projectCounts = sqliteTable(
  "project_counts",
  {
    namespace_id: integer()
      .notNull()
      .references(() => namespaces.id, { onDelete: "cascade" }),
    archived: flag(),
    visibility_level: integer().$type<VisibilityLevel>().notNull(),
    count: integer().notNull().default(0),
  },
  (t) => [primaryKey({ name: "project_counts_key", columns: [t.namespace_id, t.archived, t.visibility_level] })],
);

/** The number of projects on the server, maintained by triggers. */
export const projectTotals = sqliteTable(
  "project_totals",
  {
    archived: flag(),
    visibility_level: integer().$type<VisibilityLevel>().notNull(),
    count: integer().notNull().default(0),
  },
  (t) => [primaryKey({ name: "project_totals_key", columns: [t.archived, t.visibility_level] })],
);
