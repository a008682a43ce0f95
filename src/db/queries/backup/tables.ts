// The tables of a backup, in the order of import: a row comes after those it names. test/backup/tables.test.ts compares
// them with the schema, so that a new table has to be added here or to `derivedTables`.
import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import * as schema from "../../schema/index.ts";

/** How the rows of a table belong to a project or a group. A table with neither is exported with the instance only. */
interface Belonging {
  /** The column with the project's id; or the column with the id of a record of another table that belongs to it. */
  readonly project?: string | readonly [column: string, table: string];
  /** The column with the group's id. */
  readonly group?: string;
}

interface BackupTable extends Belonging {
  readonly table: SQLiteTable;
  /** A condition on the rows that are exported; without it, all of them. */
  readonly only?: SQL;
  /**
   * Columns that are written after all rows, and the value they have until then: the row that they name may come later,
   * or a guard of inserts would refuse the final value.
   */
  readonly later?: Readonly<Record<string, number | null>>;
}

const ofProject = { project: "project_id" } as const;

export const backupTables = {
  users: { table: schema.users, later: { projects_limit: 1_000_000_000 } },
  namespaces: { table: schema.namespaces, group: "id" },
  group_members: { table: schema.groupMembers, group: "group_id" },
  projects: { table: schema.projects, project: "id", later: { forked_from_id: null } },
  project_members: { table: schema.projectMembers, ...ofProject },
  project_group_links: { table: schema.projectGroupLinks, ...ofProject },
  fork_links: { table: schema.forkLinks, ...ofProject },
  stars: { table: schema.stars, ...ofProject },
  // Browsers hold sessions for the source's address alone.
  access_tokens: { table: schema.accessTokens, only: sql`session = 0` },
  access_requests: { table: schema.accessRequests, ...ofProject, group: "group_id" },
  issue_trackers: { table: schema.issueTrackers, ...ofProject },
  releases: { table: schema.releases, ...ofProject },
  release_links: { table: schema.releaseLinks, ...ofProject },
  labels: { table: schema.labels, ...ofProject },
  label_subscriptions: { table: schema.labelSubscriptions, project: ["label_id", "labels"] },
  milestones: { table: schema.milestones, ...ofProject },
  issues: { table: schema.issues, ...ofProject },
  issue_links: { table: schema.issueLinks, project: ["source_id", "issues"] },
  deleted_issues: { table: schema.deletedIssues },
  merge_requests: { table: schema.mergeRequests, ...ofProject },
  merge_request_versions: { table: schema.mergeRequestVersions, project: ["merge_request_id", "merge_requests"] },
  merge_request_approvals: { table: schema.mergeRequestApprovals, project: ["merge_request_id", "merge_requests"] },
  label_links: { table: schema.labelLinks, project: ["label_id", "labels"] },
  participants: { table: schema.participants, ...ofProject },
  discussions: { table: schema.discussions, project: ["merge_request_id", "merge_requests"] },
  notes: { table: schema.notes, ...ofProject },
  mentions: { table: schema.mentions, ...ofProject },
  award_emoji: { table: schema.awardEmoji, ...ofProject },
  timelogs: { table: schema.timelogs, ...ofProject },
  todos: { table: schema.todos },
  commit_comments: { table: schema.commitComments, ...ofProject },
  packages: { table: schema.packages, ...ofProject },
  package_files: { table: schema.packageFiles, project: ["package_id", "packages"] },
  pipelines: { table: schema.pipelines, ...ofProject },
  commit_statuses: { table: schema.commitStatuses, project: ["pipeline_id", "pipelines"] },
  pushes: { table: schema.pushes, ...ofProject },
  project_statistics: { table: schema.projectStatistics, ...ofProject },
  notification_settings: { table: schema.notificationSettings, ...ofProject, group: "group_id" },
  events: { table: schema.events, ...ofProject, group: "namespace_id" },
  notifications: { table: schema.notifications },
  audit_events: { table: schema.auditEvents },
  // After the events: a hook begins behind the newest one.
  hooks: { table: schema.hooks, ...ofProject, group: "group_id" },
} as const satisfies Record<string, BackupTable>;

export type BackupTableName = keyof typeof backupTables;

/** The tables that are not in a backup, and the reasons. */
export const derivedTables: Readonly<Record<string, string>> = {
  user_totals: "counted by triggers",
  group_totals: "counted by triggers",
  project_counts: "counted by triggers",
  project_totals: "counted by triggers",
  issue_counts: "counted by triggers",
  issue_days: "counted by triggers",
  issuable_counts: "counted by triggers",
  label_counts: "counted by triggers",
  labelled_issuables: "maintained by triggers",
  merge_request_counts: "counted by triggers",
  namespace_statistics: "summed by triggers",
  event_marks: "set to the newest event at the end of an import",
  pending_copies: "the export of a fork's repository waits until it is copied",
  deleted_repositories: "their projects are gone",
  lock_expectations: "always empty",
  imports: "the progress of imports",
  pending_imports: "the source's, with credentials; their projects are imported as failed imports",
  idempotency_records: "requests that clients may repeat to the source, for a day",
};

export const isBackupTable = (name: string): name is BackupTableName => Object.hasOwn(backupTables, name);

/** The rule as data, without the literal types that differ from table to table. */
export const backupTable = (name: BackupTableName): BackupTable => backupTables[name];

/** The columns that are stored, in the schema's order. */
export const storedColumns = (name: BackupTableName): string[] =>
  Object.values(getTableColumns(backupTables[name].table))
    .filter(({ generated }) => generated === undefined)
    .map((column) => column.name);
