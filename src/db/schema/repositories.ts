// What the database knows of repositories, whose objects and refs lie in their own Durable Objects.
import { integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, timestamp } from "./columns.ts";
import { namespaces } from "./namespaces.ts";
import { projects } from "./projects.ts";

/** Refs that were made, moved and deleted. */
export const pushes = sqliteTable(
  "pushes",
  {
    id: id(),
    project_id: integer()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    /** The id of the entry in the repository's outbox: what is told twice is written once. */
    entry_id: integer().notNull(),
    actor_id: integer().notNull(),
    /** `refs/heads/main` */
    ref: text().notNull(),
    /** Null for a new ref. */
    before: text(),
    /** Null for a deleted one. */
    after: text(),
    created_at: timestamp(),
  },
  (t) => [uniqueIndex("pushes_key").on(t.project_id, t.entry_id)],
);

/** As the repository was when something happened to it last. No row while nothing has. */
export const projectStatistics = sqliteTable("project_statistics", {
  project_id: integer()
    .primaryKey()
    .references(() => projects.id, { onDelete: "cascade" }),
  /** The commits that the default branch reaches. */
  commit_count: integer().notNull().default(0),
  /** Bytes. */
  repository_size: integer().notNull().default(0),
});

/** The sum of its projects' repositories, kept by triggers. No row while there are none. */
export const namespaceStatistics = sqliteTable("namespace_statistics", {
  namespace_id: integer()
    .primaryKey()
    .references(() => namespaces.id, { onDelete: "cascade" }),
  /** Bytes. */
  repository_size: integer().notNull().default(0),
});

/** Release notes of tags. */
export const releases = sqliteTable(
  "releases",
  {
    project_id: integer()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    /** `v1.0` */
    tag: text().notNull(),
    description: text().notNull(),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  (t) => [primaryKey({ name: "releases_key", columns: [t.project_id, t.tag] })],
);

/** Forks whose repositories have still to be copied from another project's. */
export const pendingCopies = sqliteTable("pending_copies", {
  project_id: integer()
    .primaryKey()
    .references(() => projects.id, { onDelete: "cascade" }),
  source_id: integer().notNull(),
});

/** Projects that are gone and whose repositories are still to be freed; filled by a trigger. */
export const deletedRepositories = sqliteTable("deleted_repositories", { project_id: integer().primaryKey() });
