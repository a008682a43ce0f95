// Merge requests and their versions. Their commits and refs are in the target project's repository.
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { type Flag, flag, id, timestamp } from "./columns.ts";
import { milestones } from "./milestones.ts";
import { projects } from "./projects.ts";
import { users } from "./users.ts";

export type MergeRequestState = "opened" | "reopened" | "closed" | "merged";
/** The states that lists filter by: reopened counts as opened. */
export type ListedState = Exclude<MergeRequestState, "reopened">;
export type MergeStatus = "unchecked" | "can_be_merged" | "cannot_be_merged";
export type VersionState = "collected" | "empty" | "overflow";

export const mergeRequests = sqliteTable(
  "merge_requests",
  {
    id: id(),
    /** The target project. */
    project_id: integer()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    /** Number within the project, from projects.merge_request_seq; never reused. */
    iid: integer().notNull(),
    /** Kept after the fork is deleted, hence no foreign key. */
    source_project_id: integer().notNull(),
    source_branch: text().notNull(),
    target_branch: text().notNull(),
    author_id: integer()
      .notNull()
      .references(() => users.id),
    assignee_id: integer().references(() => users.id, { onDelete: "set null" }),
    milestone_id: integer().references(() => milestones.id),
    title: text().notNull(),
    description: text(),
    state: text().$type<MergeRequestState>().notNull().default("opened"),
    listed_state: text()
      .$type<ListedState>()
      .notNull()
      .generatedAlwaysAs(sql`case state when 'reopened' then 'opened' else state end`),
    merge_status: text().$type<MergeStatus>().notNull().default("unchecked"),
    /** Head of the newest version; null if the source branch never existed. */
    head_sha: text(),
    /** Null unless it was merged through the API. */
    merge_commit_sha: text(),
    /** The user who merged it, or who set it to merge when the build succeeds. */
    merge_user_id: integer().references(() => users.id, { onDelete: "set null" }),
    merge_when_build_succeeds: flag(),
    /** The commit message that merge_user gave for that merge; null for the default message. */
    merge_message: text(),
    /** As merge_message, for the commit that its commits are squashed into. */
    squash_message: text(),
    /** Why the last rebase failed; null if it did not. */
    merge_error: text(),
    should_remove_source_branch: integer().$type<Flag>(),
    /** Set by the author. */
    force_remove_source_branch: integer().$type<Flag>(),
    /** As those of issues. */
    closed_at: text(),
    closed_by_id: integer().references(() => users.id, { onDelete: "set null" }),
    /** Null unless it is merged, or if it was merged before there were events. */
    merged_at: text(),
    reviewer_id: integer().references(() => users.id, { onDelete: "set null" }),
    /** True if its commits are to become one when it is merged. */
    squash: flag(),
    /** That commit. */
    squash_commit_sha: text(),
    discussion_locked: flag(),
    /** Seconds. */
    time_estimate: integer().notNull().default(0),
    // Maintained by triggers.
    /** As issues.lock_version. */
    lock_version: integer().notNull().default(0),
    /** Seconds, the sum of its timelogs. */
    time_spent: integer().notNull().default(0),
    user_notes_count: integer().notNull().default(0),
    /** As issues.system_notes_count. */
    system_notes_count: integer().notNull().default(0),
    upvotes: integer().notNull().default(0),
    downvotes: integer().notNull().default(0),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  (t) => [
    uniqueIndex("merge_requests_iid_key").on(t.project_id, t.iid),
    uniqueIndex("merge_requests_twin_key")
      .on(t.source_project_id, t.source_branch, t.project_id, t.target_branch)
      .where(sql`state in ('opened', 'reopened')`),
    index("merge_requests_of_project_by_created").on(t.project_id, t.listed_state, t.created_at, t.id),
    index("merge_requests_of_project_by_updated").on(t.project_id, t.listed_state, t.updated_at, t.id),
    index("all_merge_requests_of_project_by_created").on(t.project_id, t.created_at, t.id),
    index("all_merge_requests_of_project_by_updated").on(t.project_id, t.updated_at, t.id),
    index("merge_requests_by_created").on(t.listed_state, t.created_at, t.id),
    index("merge_requests_by_updated").on(t.listed_state, t.updated_at, t.id),
    index("open_merge_requests_by_source")
      .on(t.source_project_id, t.source_branch)
      .where(sql`state in ('opened', 'reopened')`),
    index("open_merge_requests_by_target")
      .on(t.project_id, t.target_branch)
      .where(sql`state in ('opened', 'reopened')`),
    index("merge_requests_by_source_branch").on(t.project_id, t.source_branch),
    index("merge_requests_by_author").on(t.author_id, t.project_id),
    index("merge_requests_by_assignee").on(t.assignee_id, t.project_id),
    index("merge_requests_of_author_by_created").on(t.author_id, t.project_id, t.listed_state, t.created_at, t.id),
    index("merge_requests_of_author_by_updated").on(t.author_id, t.project_id, t.listed_state, t.updated_at, t.id),
    index("merge_requests_of_assignee_by_created").on(t.assignee_id, t.project_id, t.listed_state, t.created_at, t.id),
    index("merge_requests_of_assignee_by_updated").on(t.assignee_id, t.project_id, t.listed_state, t.updated_at, t.id),
    index("merge_requests_of_milestone_by_created").on(
      t.milestone_id,
      t.project_id,
      t.listed_state,
      t.created_at,
      t.id,
    ),
    index("merge_requests_of_milestone_by_updated").on(
      t.milestone_id,
      t.project_id,
      t.listed_state,
      t.updated_at,
      t.id,
    ),
    index("merge_requests_by_merge_user").on(t.merge_user_id),
    index("merge_requests_by_head").on(t.head_sha, t.project_id).where(sql`head_sha is not null`),
    index("merge_requests_by_merge_commit")
      .on(t.merge_commit_sha, t.project_id)
      .where(sql`merge_commit_sha is not null`),
    index("merge_requests_by_squash_commit")
      .on(t.squash_commit_sha, t.project_id)
      .where(sql`squash_commit_sha is not null`),
    index("merge_requests_by_closer").on(t.closed_by_id).where(sql`closed_by_id is not null`),
    index("merge_requests_by_reviewer").on(t.reviewer_id, t.project_id).where(sql`reviewer_id is not null`),
  ],
);

/** The state of a merge request's proposal at one time. Refs in the target's repository keep its objects. */
export const mergeRequestVersions = sqliteTable(
  "merge_request_versions",
  {
    id: id(),
    merge_request_id: integer()
      .notNull()
      .references(() => mergeRequests.id, { onDelete: "cascade" }),
    head_commit_sha: text(),
    /** The merge base; null without a common ancestor. */
    base_commit_sha: text(),
    /** The target's tip at that time. */
    start_commit_sha: text(),
    state: text().$type<VersionState>().notNull(),
    /** Number of changed files as text: `100+` beyond the display limit; null without commits. */
    real_size: text(),
    created_at: timestamp(),
  },
  (t) => [index("versions_of_merge_request").on(t.merge_request_id, t.id)],
);

/** Who approved a merge request, and when. */
export const mergeRequestApprovals = sqliteTable(
  "merge_request_approvals",
  {
    merge_request_id: integer()
      .notNull()
      .references(() => mergeRequests.id, { onDelete: "cascade" }),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    created_at: timestamp(),
  },
  (t) => [
    primaryKey({ name: "merge_request_approvals_key", columns: [t.merge_request_id, t.user_id] }),
    index("approvals_by_user").on(t.user_id),
  ],
);

/** The number of merge requests per project and listed state, maintained by triggers. */
export const mergeRequestCounts = sqliteTable(
  "merge_request_counts",
  {
    project_id: integer()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    listed_state: text().$type<ListedState>().notNull(),
    count: integer().notNull().default(0),
  },
  (t) => [primaryKey({ name: "merge_request_counts_key", columns: [t.project_id, t.listed_state] })],
);
