// Lists of a project's merge requests. One statement each.
import { sql } from "drizzle-orm";
import { readsMergeRequests, type ViewerKey, viewerCte } from "../../../permissions/visible.ts";
import type { Flag } from "../../schema/columns.ts";
import type { ListedState } from "../../schema/merge-requests.ts";
import { nullable, type Statement, selectPacked, variants } from "../../statement.ts";
import { scopes } from "../issues/scopes.ts";
import type { ProjectKey } from "../projects/row.ts";
import { type ViewerRow, viewerColumns } from "../viewer/viewer.ts";
import { castTemplate } from "../viewer/with-viewer.ts";
import { type ExtendedMergeRequestRow, extendedUserColumns, mergeRequestColumns, mergeRequestJoins } from "./row.ts";

export interface MergeRequestListQuery {
  readonly project: ProjectKey;
  readonly state: ListedState | "all";
  /** An empty array is no filter. */
  readonly iids: readonly (number | null)[];
  readonly orderBy: "created_at" | "updated_at";
  readonly sort: "asc" | "desc";
  readonly limit: number;
  readonly offset: number;
}

/** The path of the list's project. */
interface PlaceRow {
  readonly project_path: string;
  readonly namespace_path: string;
}

export type ListedMergeRequest = ExtendedMergeRequestRow & PlaceRow;

interface ListViewerRow extends ViewerRow {
  readonly total: number;
  /** The project; null if the viewer may not see it. */
  readonly tracker_id: number | null;
  /** True if the viewer may read all merge requests of the project. */
  readonly reads_merge_requests: Flag;
}

/** The list's head, with a merge request of the page or, on an empty page, with `id: null`. */
export type MergeRequestListRow = ListViewerRow & (ListedMergeRequest | { id: null });

interface Shape extends Pick<MergeRequestListQuery, "orderBy" | "sort"> {
  readonly by: "state" | "iid" | "nothing";
}

const inState = sql`(${sql.placeholder("state")} = 'all' or r.listed_state = ${sql.placeholder("state")})`;

/** The conditions of a list, by the index that it reads. */
const conditions = {
  nothing: sql``,
  state: sql`and r.listed_state = ${sql.placeholder("state")}`,
  iid: sql`and r.iid in (select value from json_each(${sql.placeholder("iids")})) and ${inState}`,
};

function indexOf({ by, orderBy }: Shape) {
  if (by === "iid") return sql.raw("merge_requests_iid_key");
  const order = orderBy === "created_at" ? "created" : "updated";
  return sql.raw(`${by === "nothing" ? "all_" : ""}merge_requests_of_project_by_${order}`);
}

const templates = variants(
  (shape: Shape) => {
    const { by, orderBy, sort } = shape;
    const order = sql.raw(`r.${orderBy} ${sort}, r.id ${sort}`);
    const rows = sql`from merge_requests r indexed by ${indexOf(shape)} where r.project_id = listed_id ${conditions[by]}`;
    const total =
      by === "iid"
        ? sql`(select count(*) ${rows})`
        : sql`(select coalesce(sum(c.count), 0) from merge_request_counts c where c.project_id = listed_id
            ${by === "state" ? sql`and c.listed_state = ${sql.placeholder("state")}` : sql``})`;
    return castTemplate<MergeRequestListRow>(
      selectPacked(
        [
          viewerCte,
          scopes.project.head,
          sql`readable as materialized (
            select head.*, case when ${readsMergeRequests("head", sql`found_level`)} then tracker_id end as listed_id
            from head)`,
          sql`answer as materialized (
            select viewer_id, viewer_admin, viewer_internal, viewer_today, tracker_id, path as list_path,
              tracker_namespace as list_namespace, listed_id, ${total} as total, (select json_group_array(page_id) from (
                select r.id as page_id ${rows} order by ${order}
                limit ${sql.placeholder("limit")} offset ${sql.placeholder("offset")})) as page
            from readable)`,
        ],
        {
          ...nullable(mergeRequestColumns),
          ...nullable(extendedUserColumns),
          project_path: sql<string>`list_path`,
          namespace_path: sql<string>`list_namespace`,
          ...viewerColumns,
          tracker_id: sql<number | null>`tracker_id`,
          reads_merge_requests: sql<Flag>`listed_id is not null`,
          total: sql<number>`total`,
        },
        ["description", "merge_message", "milestone_description", "labels"],
        sql`from answer left join json_each(page) page left join merge_requests r on r.id = page.value
          ${mergeRequestJoins("left join")}`,
      ),
    );
  },
  (shape) => JSON.stringify([shape.by, shape.orderBy, shape.sort]),
);

/** Each row has the viewer, the project and the list's size; an empty page has one row with them alone. Unordered. */
export function listMergeRequests(viewer: ViewerKey, query: MergeRequestListQuery): Statement<MergeRequestListRow> {
  const { project, state, iids, orderBy, sort, limit, offset } = query;
  const by = iids.length > 0 ? "iid" : state === "all" ? "nothing" : "state";
  const values = { ...viewer, ...project, state, iids: JSON.stringify(iids), limit, offset };
  return templates({ by, orderBy, sort }).with(values);
}

/**
 * The merge requests of a page, sorted. SQLite reads them in order, but a sort in SQL would cost more than this one.
 */
export function mergeRequestsInOrder(
  rows: readonly MergeRequestListRow[],
  { orderBy, sort }: Pick<MergeRequestListQuery, "orderBy" | "sort">,
): ListedMergeRequest[] {
  const sign = sort === "asc" ? 1 : -1;
  const found = rows.filter((row) => row.id !== null);
  return found.sort((a, b) => sign * (compare(a[orderBy], b[orderBy]) || a.id - b.id));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
