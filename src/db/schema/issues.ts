// Issues, deleted issues and the counters of issues.
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { date, flag, id, timestamp } from "./columns.ts";
import { milestones } from "./milestones.ts";
import { projects } from "./projects.ts";
import { users } from "./users.ts";

export type IssueState = "opened" | "closed";

export const issues = sqliteTable(
  "issues",
  {
    id: id(),
    project_id: integer()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    /** Number within the project, from projects.issue_seq; never reused. */
    iid: integer().notNull(),
    author_id: integer()
      .notNull()
      .references(() => users.id),
    assignee_id: integer().references(() => users.id, { onDelete: "set null" }),
    title: text().notNull(),
    description: text(),
    state: text().$type<IssueState>().notNull().default("opened"),
    confidential: flag(),
    due_date: date(),
    milestone_id: integer().references(() => milestones.id),
    /** The new issue after a move to another project. An issue moves once. */
    moved_to_id: integer(),
    /** Null unless it is closed. The time is null, too, if it was closed before there were events. */
    closed_at: text(),
    closed_by_id: integer().references(() => users.id, { onDelete: "set null" }),
    /** Only members may comment. */
    discussion_locked: flag(),
    /** Seconds. */
    time_estimate: integer().notNull().default(0),
    // Maintained by triggers.
    /**
     * Counts changes that decisions depend on, see lock_expectations. A trigger increments it if the writer does not.
     */
    lock_version: integer().notNull().default(0),
    /** Seconds, the sum of its timelogs. */
    time_spent: integer().notNull().default(0),
    user_notes_count: integer().notNull().default(0),
    /** System notes that name no other issuable: every viewer of the issue sees them. */
    system_notes_count: integer().notNull().default(0),
    upvotes: integer().notNull().default(0),
    downvotes: integer().notNull().default(0),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  (t) => [
    uniqueIndex("issues_iid_key").on(t.project_id, t.iid),
    index("issues_of_project_by_created").on(t.project_id, t.confidential, t.state, t.created_at, t.id),
    index("issues_of_project_by_updated").on(t.project_id, t.confidential, t.state, t.updated_at, t.id),
    index("all_issues_of_project_by_created").on(t.project_id, t.confidential, t.created_at, t.id),
    index("all_issues_of_project_by_updated").on(t.project_id, t.confidential, t.updated_at, t.id),
    index("issues_by_created").on(t.state, t.created_at, t.id),
    index("issues_by_updated").on(t.state, t.updated_at, t.id),
    index("issues_of_author_by_created").on(t.author_id, t.project_id, t.confidential, t.state, t.created_at, t.id),
    index("issues_of_author_by_updated").on(t.author_id, t.project_id, t.confidential, t.state, t.updated_at, t.id),
    // The confidential issues that viewers below reporter see: those they wrote and those assigned to them.
    index("confidential_issues_of_author_by_created")
      .on(t.author_id, t.project_id, t.created_at, t.id)
      .where(sql`confidential = 1`),
    index("confidential_issues_of_author_by_updated")
      .on(t.author_id, t.project_id, t.updated_at, t.id)
      .where(sql`confidential = 1`),
    index("confidential_issues_of_assignee_by_created")
      .on(t.assignee_id, t.project_id, t.created_at, t.id)
      .where(sql`confidential = 1`),
    index("confidential_issues_of_assignee_by_updated")
      .on(t.assignee_id, t.project_id, t.updated_at, t.id)
      .where(sql`confidential = 1`),
    index("issues_of_assignee_by_created").on(t.assignee_id, t.project_id, t.confidential, t.state, t.created_at, t.id),
    index("issues_of_assignee_by_updated").on(t.assignee_id, t.project_id, t.confidential, t.state, t.updated_at, t.id),
    index("issues_of_milestone_by_created").on(
      t.milestone_id,
      t.project_id,
      t.confidential,
      t.state,
      t.created_at,
      t.id,
    ),
    index("issues_of_milestone_by_updated").on(
      t.milestone_id,
      t.project_id,
      t.confidential,
      t.state,
      t.updated_at,
      t.id,
    ),
    index("issues_by_closer").on(t.closed_by_id).where(sql`closed_by_id is not null`),
  ],
);

/** Two issues that are related. A pair has one link, whichever issue it was added to. */
export const issueLinks = sqliteTable(
  "issue_links",
  {
    id: id(),
    /** The issue it was added to. */
    source_id: integer()
      .notNull()
      .references(() => issues.id, { onDelete: "cascade" }),
    target_id: integer()
      .notNull()
      .references(() => issues.id, { onDelete: "cascade" }),
    created_at: timestamp(),
  },
  (t) => [
    // Sum and distance name a pair in either order. drizzle-kit splits expressions at commas, min(a, b) among them.
    uniqueIndex("issue_links_key").on(sql`source_id + target_id`, sql`abs(source_id - target_id)`),
    index("issue_links_by_source").on(t.source_id),
    index("issue_links_by_target").on(t.target_id),
  ],
);

/**
 * Deleted issues, kept so that an operator can restore one. They have their own table so that no query has to exclude
 * them.
 */
export const deletedIssues = sqliteTable(
  "deleted_issues",
  {
    id: integer().primaryKey(),
    project_id: integer()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    iid: integer().notNull(),
    author_id: integer().notNull(),
    assignee_id: integer(),
    title: text().notNull(),
    description: text(),
    state: text().$type<IssueState>().notNull(),
    confidential: flag(),
    due_date: date(),
    milestone_id: integer(),
    moved_to_id: integer(),
    closed_at: text(),
    closed_by_id: integer(),
    discussion_locked: flag(),
    time_estimate: integer().notNull(),
    /** JSON array of label ids. */
    label_ids: text().notNull(),
    created_at: timestamp(),
    updated_at: timestamp(),
    deleted_at: timestamp(),
    deleted_by_id: integer().notNull(),
  },
  (t) => [index("deleted_issues_by_project").on(t.project_id), index("deleted_issues_by_author").on(t.author_id)],
);

/** The number of issues per author, project, state and confidentiality, maintained by triggers. */
export const issueCounts = sqliteTable(
  "issue_counts",
  {
    author_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    project_id: integer()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    state: text().$type<IssueState>().notNull(),
    confidential: flag(),
    count: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ name: "issue_counts_key", columns: [t.author_id, t.project_id, t.state, t.confidential] }),
    index("issue_counts_by_project").on(t.project_id),
  ],
);

/** The number of issues of a project that were created on a day, maintained by triggers. The table is without rowid. */
export const issueDays = sqliteTable(
  "issue_days",
  {
    project_id: integer()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    /** The first ten characters of created_at. */
    day: text().notNull(),
    opened: integer().notNull().default(0),
    closed: integer().notNull().default(0),
    opened_confidential: integer().notNull().default(0),
    closed_confidential: integer().notNull().default(0),
  },
  (t) => [primaryKey({ name: "issue_days_key", columns: [t.project_id, t.day] })],
);
