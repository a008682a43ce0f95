// How much the server holds: sums of the counters that triggers keep.
import { sql } from "drizzle-orm";
import { type ViewerKey, viewerCte } from "../../../permissions/visible.ts";
import { type RowOf, type Statement, selectWith } from "../../statement.ts";
import { viewerColumns } from "../viewer/viewer.ts";

const sumOf = (column: string, table: string, condition = "1") =>
  sql<number>`${sql.raw(`(select coalesce(sum(${column}), 0) from ${table} where viewer_admin = 1 and ${condition})`)}`;

const columns = {
  ...viewerColumns,
  active_users: sumOf("count", "user_totals", "state = 'active'"),
  blocked_users: sumOf("count", "user_totals", "state = 'blocked'"),
  groups: sumOf("count", "group_totals"),
  projects: sumOf("count", "project_totals", "archived = 0"),
  archived_projects: sumOf("count", "project_totals", "archived = 1"),
  open_issues: sumOf("count", "issue_counts", "state = 'opened'"),
  closed_issues: sumOf("count", "issue_counts", "state = 'closed'"),
  open_merge_requests: sumOf("count", "merge_request_counts", "listed_state = 'opened'"),
  merged_merge_requests: sumOf("count", "merge_request_counts", "listed_state = 'merged'"),
  closed_merge_requests: sumOf("count", "merge_request_counts", "listed_state = 'closed'"),
  /** Bytes of all repositories. */
  repository_size: sumOf("repository_size", "namespace_statistics"),
};

export type InstanceStatisticsRow = RowOf<typeof columns>;

const template = selectWith([viewerCte], columns, sql`from viewer`);

/** Always one row; for other viewers than administrators all numbers are 0. */
export const findInstanceStatistics = (viewer: ViewerKey): Statement<InstanceStatisticsRow> =>
  template.with({ ...viewer });
