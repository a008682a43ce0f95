// The merge requests that a commit belongs to.
import { sql } from "drizzle-orm";
import { type ViewerKey, viewerCte } from "../../../permissions/visible.ts";
import type { ListedState } from "../../schema/merge-requests.ts";
import { nullable, type Statement, selectWith } from "../../statement.ts";
import { trackerJoins } from "../issues/row.ts";
import { foundProjectCtes, type ProjectKey } from "../projects/row.ts";
import { type ViewerRow, viewerColumns } from "../viewer/viewer.ts";
import { castTemplate } from "../viewer/with-viewer.ts";
import { type MergeRequestDetailRow, mergeRequestDetailColumns } from "./detail-columns.ts";
import {
  type MergeRequestProjectRow,
  mergeRequestColumns,
  mergeRequestJoins,
  mergeRequestProjectColumns,
  visibleInFound,
} from "./row.ts";

/** The viewer, the project and a merge request; its id is null if there is none, the project's if it is not visible. */
export type MergeRequestOfCommitRow = ViewerRow &
  (
    | { project_id: null }
    | (MergeRequestProjectRow & { total: number } & ((MergeRequestDetailRow & { project_id: number }) | { id: null }))
  );

/** One lookup in an index of each column. */
const ids = sql.join(
  ["head", "merge_commit", "squash_commit"].map(
    (name) => sql`select r.id as commit_mr from viewer cross join found cross join projects p on p.id = found_id
      cross join merge_requests r indexed by ${sql.raw(`merge_requests_by_${name}`)}
      where r.${sql.raw(`${name}_sha`)} = ${sql.placeholder("sha")} and r.project_id = found_id
        and r.listed_state = coalesce(${sql.placeholder("state")}, r.listed_state) and ${visibleInFound}`,
  ),
  sql` union `,
);

const template = castTemplate<MergeRequestOfCommitRow>(
  selectWith(
    [viewerCte, ...foundProjectCtes, sql`of_commit as materialized (${ids})`],
    {
      ...nullable(mergeRequestColumns),
      ...nullable(mergeRequestDetailColumns),
      ...viewerColumns,
      ...nullable(mergeRequestProjectColumns),
      total: sql<number>`(select count(*) from of_commit)`,
    },
    sql`${trackerJoins} left join (select commit_mr from of_commit order by commit_mr desc
        limit ${sql.placeholder("limit")} offset ${sql.placeholder("offset")}) page
      left join merge_requests r on r.id = commit_mr ${mergeRequestJoins("left join")}
      order by r.id desc`,
  ),
);

/**
 * Those with this head, merge commit or squash commit, newest first. At least one row.
 *
 * @param query `sha` has 40 digits; a null `state` is any
 */
export const listMergeRequestsOfCommit = (
  viewer: ViewerKey,
  project: ProjectKey,
  query: { readonly sha: string; readonly state: ListedState | null; readonly limit: number; readonly offset: number },
): Statement<MergeRequestOfCommitRow> => template.with({ ...viewer, ...project, ...query });
