// How much the server holds: sums of the counters that triggers keep.
import { type SQL, sql } from "drizzle-orm";
import { type ViewerKey, viewerCte } from "../../../permissions/visible.ts";
import { type RowOf, type Statement, selectWith } from "../../statement.ts";
import { viewerColumns } from "../viewer/viewer.ts";

/** By table, which has some rows for each project and is read once: what is summed, by name and condition. */
const sums = {
  user_totals: { active_users: "state = 'active'", blocked_users: "state = 'blocked'" },
  group_totals: { groups: "1" },
  project_totals: { projects: "archived = 0", archived_projects: "archived = 1" },
  issue_counts: { open_issues: "state = 'opened'", closed_issues: "state = 'closed'" },
  merge_request_counts: {
    open_merge_requests: "listed_state = 'opened'",
    merged_merge_requests: "listed_state = 'merged'",
    closed_merge_requests: "listed_state = 'closed'",
  },
  /** Bytes of all repositories. */
  namespace_statistics: { repository_size: "1" },
} as const;

type Sums = typeof sums;
type SumName = { [Table in keyof Sums]: keyof Sums[Table] }[keyof Sums] & string;

const sumsOf = (table: string, conditions: Readonly<Record<string, string>>): string => {
  const column = table === "namespace_statistics" ? "repository_size" : "count";
  const selected = Object.entries(conditions).map(
    ([name, condition]) => `coalesce(sum(case when ${condition} then ${column} end), 0) as sum_${name}`,
  );
  return `cross join (select ${selected.join(", ")} from ${table} where (select viewer_admin from viewer) = 1)`;
};

const names = Object.values(sums).flatMap((conditions) => Object.keys(conditions) as SumName[]);
const summed = Object.fromEntries(names.map((name) => [name, sql<number>`${sql.raw(`sum_${name}`)}`]));
const columns = { ...viewerColumns, ...(summed as Record<SumName, SQL<number>>) };

export type InstanceStatisticsRow = RowOf<typeof columns>;

const template = selectWith(
  [viewerCte],
  columns,
  sql.raw(
    `from viewer ${Object.entries(sums)
      .map(([table, conditions]) => sumsOf(table, conditions))
      .join(" ")}`,
  ),
);

/** Always one row; for other viewers than administrators all numbers are 0. */
export const findInstanceStatistics = (viewer: ViewerKey): Statement<InstanceStatisticsRow> =>
  template.with({ ...viewer });
