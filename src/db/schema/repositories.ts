// Data about repositories. Their objects and refs are in Durable Objects of their own.
import { foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, timestamp } from "./columns.ts";
import { namespaces } from "./namespaces.ts";
import { projects } from "./projects.ts";
import { users } from "./users.ts";

/** One row for each ref that was created, moved or deleted. */
export const pushes = sqliteTable(
  "pushes",
  {
    id: id(),
    project_id: integer()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    /** The id of the entry in the repository's outbox: an entry processed twice is written once. */
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

/** Statistics as of the repository's last change. No row before the first. */
export const projectStatistics = sqliteTable("project_statistics", {
  project_id: integer()
    .primaryKey()
    .references(() => projects.id, { onDelete: "cascade" }),
  /** Commits reachable from the default branch. */
  commit_count: integer().notNull().default(0),
  /** Bytes. */
  repository_size: integer().notNull().default(0),
});

/** The sums over a namespace's projects, maintained by triggers. No row for an empty sum. */
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
    /** Null for the name of the tag. */
    name: text(),
    /** ISO 8601 with milliseconds, perhaps in the future; null for `created_at`. */
    released_at: text(),
    /** Null if unknown: releases had no authors before. */
    author_id: integer().references(() => users.id),
  },
  (t) => [
    primaryKey({ name: "releases_key", columns: [t.project_id, t.tag] }),
    index("releases_by_author").on(t.author_id),
  ],
);

export type LinkType = "other" | "runbook" | "image" | "package";

/** Links to files that belong to a release. */
export const releaseLinks = sqliteTable(
  "release_links",
  {
    id: id(),
    project_id: integer()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    tag: text().notNull(),
    name: text().notNull(),
    url: text().notNull(),
    link_type: text().$type<LinkType>().notNull().default("other"),
    /** `/bin/program`: a lasting address below the release's; null for none. */
    filepath: text(),
  },
  (t) => [
    foreignKey({ columns: [t.project_id, t.tag], foreignColumns: [releases.project_id, releases.tag] }).onDelete(
      "cascade",
    ),
    uniqueIndex("release_links_name_key").on(t.project_id, t.tag, t.name),
    uniqueIndex("release_links_url_key").on(t.project_id, t.tag, t.url),
    uniqueIndex("release_links_filepath_key").on(t.project_id, t.tag, t.filepath),
  ],
);

/** Forks whose repositories are not completely copied from the source project yet. */
export const pendingCopies = sqliteTable("pending_copies", {
  project_id: integer()
    .primaryKey()
    .references(() => projects.id, { onDelete: "cascade" }),
  source_id: integer().notNull(),
});

/** Where unfinished imports fetch from. A row goes when its import ends, and the credentials with it. Never shown. */
export const pendingImports = sqliteTable("pending_imports", {
  project_id: integer()
    .primaryKey()
    .references(() => projects.id, { onDelete: "cascade" }),
  /** Without user and password, which are in `authorization`. */
  url: text().notNull(),
  /** `Basic ...` */
  authorization: text(),
  /** `https://host` of the request that created the project: nothing is imported from this server itself. */
  origin: text().notNull(),
});

/** Deleted projects whose repositories are not freed yet; a trigger inserts them. */
export const deletedRepositories = sqliteTable("deleted_repositories", { project_id: integer().primaryKey() });
