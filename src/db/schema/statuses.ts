// What tools outside say of commits: a status for each of their jobs, in a pipeline for each commit and ref.
import { sql } from "drizzle-orm";
import { index, integer, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { flag, id, timestamp } from "./columns.ts";
import { projects } from "./projects.ts";
import { users } from "./users.ts";

/** Statuses and pipelines begin as `created`, and have left it at the end of the batch that made them. */
export type CommitStatus = "created" | "pending" | "running" | "success" | "failed" | "canceled";

export const pipelines = sqliteTable(
  "pipelines",
  {
    id: id(),
    project_id: integer()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    /** 40 hexadecimal digits. */
    sha: text().notNull(),
    /** `main`: a branch, or whatever whoever told of a status says it was. */
    ref: text().notNull(),
    /** What its statuses come to, of those with the same name the latest. */
    status: text().$type<CommitStatus>().notNull(),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  (t) => [uniqueIndex("pipelines_key").on(t.project_id, t.sha, t.ref)],
);

export const commitStatuses = sqliteTable(
  "commit_statuses",
  {
    id: id(),
    pipeline_id: integer()
      .notNull()
      .references(() => pipelines.id, { onDelete: "cascade" }),
    /** Null for a user who is gone. */
    user_id: integer().references(() => users.id, { onDelete: "set null" }),
    name: text().notNull(),
    status: text().$type<CommitStatus>().notNull(),
    target_url: text(),
    description: text(),
    /** Per cent. */
    coverage: real(),
    /** There is a later one of this name in the pipeline. */
    retried: flag(),
    created_at: timestamp(),
    started_at: text(),
    finished_at: text(),
  },
  (t) => [
    // However many tell of it at once, a user has one job of a name that is not finished.
    uniqueIndex("commit_statuses_unfinished_key")
      .on(t.pipeline_id, t.name, t.user_id)
      .where(sql`status in ('created', 'pending', 'running')`),
    index("commit_statuses_of_pipeline").on(t.pipeline_id, t.name, t.id),
    index("latest_commit_statuses").on(t.pipeline_id, t.name).where(sql`retried = 0`),
    index("commit_statuses_by_user").on(t.user_id),
  ],
);
