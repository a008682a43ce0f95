// Statuses of commits from external CI: one for each job, in one pipeline for each commit and ref.
import { sql } from "drizzle-orm";
import { index, integer, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { flag, id, timestamp } from "./columns.ts";
import { projects } from "./projects.ts";
import { users } from "./users.ts";

/** Statuses and pipelines are inserted as `created` and get another state within the same batch. */
export type CommitStatus = "created" | "pending" | "running" | "success" | "failed" | "canceled" | "skipped";

export const pipelines = sqliteTable(
  "pipelines",
  {
    id: id(),
    project_id: integer()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    /** Ascends with the id: pipelines are deleted with their project only. */
    iid: integer().notNull().default(0),
    /** 40 hexadecimal digits. */
    sha: text().notNull(),
    /** `main`: a branch, or any text that the reporting client gave. */
    ref: text().notNull(),
    /** Computed from its statuses, from the latest of each name. */
    status: text().$type<CommitStatus>().notNull(),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  (t) => [
    uniqueIndex("pipelines_key").on(t.project_id, t.sha, t.ref),
    uniqueIndex("pipelines_iid").on(t.project_id, t.iid),
  ],
);

export const commitStatuses = sqliteTable(
  "commit_statuses",
  {
    id: id(),
    pipeline_id: integer()
      .notNull()
      .references(() => pipelines.id, { onDelete: "cascade" }),
    /** Null for a deleted user. */
    user_id: integer().references(() => users.id, { onDelete: "set null" }),
    name: text().notNull(),
    status: text().$type<CommitStatus>().notNull(),
    target_url: text(),
    description: text(),
    /** Per cent. */
    coverage: real(),
    /** The pipeline has a later status of this name. */
    retried: flag(),
    created_at: timestamp(),
    started_at: text(),
    finished_at: text(),
  },
  (t) => [
    // A user has at most one unfinished job of a name, even if reports arrive at once.
    uniqueIndex("commit_statuses_unfinished_key")
      .on(t.pipeline_id, t.name, t.user_id)
      .where(sql`status in ('created', 'pending', 'running')`),
    index("commit_statuses_of_pipeline").on(t.pipeline_id, t.name, t.id),
    index("latest_commit_statuses").on(t.pipeline_id, t.name).where(sql`retried = 0`),
    index("commit_statuses_by_user").on(t.user_id),
  ],
);
