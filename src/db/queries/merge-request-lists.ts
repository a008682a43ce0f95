// Lists of a project's merge requests. One statement each.
import { sql } from "drizzle-orm";
import { type ViewerKey, viewerCte } from "../../permissions/visible.ts";
import type { ListedState } from "../schema/merge-requests.ts";
import { nullable, type Statement, selectWith, variants } from "../statement.ts";
import { asHead } from "./heads.ts";
import { trackerJoins } from "./issue-row.ts";
import {
  extendedUserColumns,
  type MergeRequestProjectRow,
  mergeRequestColumns,
  mergeRequestJoins,
  mergeRequestProjectColumns,
  type PlacedMergeRequest,
} from "./merge-request-row.ts";
import { foundProjectCtes, type ProjectKey } from "./project-row.ts";
import { type ViewerRow, viewerColumns } from "./viewer.ts";

export interface MergeRequestListQuery {
  readonly project: ProjectKey;
  readonly state: ListedState | "all";
  /** None of them narrows nothing. */
  readonly iids: readonly (number | null)[];
  readonly orderBy: "created_at" | "updated_at";
  readonly sort: "asc" | "desc";
  readonly limit: number;
  readonly offset: number;
}

/** The list's head, with a merge request of its page or, on an empty page, with `id: null`. */
export type MergeRequestListRow = ViewerRow & { total: number } & (
    | PlacedMergeRequest
    | ({ id: null } & (MergeRequestProjectRow | { project_id: null }))
  );

interface Shape extends Pick<MergeRequestListQuery, "orderBy" | "sort"> {
  readonly by: "state" | "iid" | "nothing";
}

const inState = sql`(${sql.placeholder("state")} = 'all' or r.listed_state = ${sql.placeholder("state")})`;

/** What the list is of, by the index it is read from. */
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
    return asHead<MergeRequestListRow>(
      selectWith(
        [
          viewerCte,
          ...foundProjectCtes,
          sql`head as materialized (
            select viewer.*, p.id as head_id, n.id as head_namespace, found_level,
              case when ${mergeRequestProjectColumns.reads_merge_requests} then p.id end as listed_id
            ${trackerJoins})`,
          sql`answer as materialized (
            select head.*, ${total} as total, (select json_group_array(page_id) from (
              select r.id as page_id ${rows} order by ${order}
              limit ${sql.placeholder("limit")} offset ${sql.placeholder("offset")})) as page
            from head)`,
        ],
        {
          ...nullable(mergeRequestColumns),
          ...nullable(extendedUserColumns),
          ...viewerColumns,
          ...nullable(mergeRequestProjectColumns),
          total: sql<number>`total`,
        },
        sql`from answer left join projects p on p.id = head_id left join namespaces n on n.id = head_namespace
          left join json_each(page) page left join merge_requests r on r.id = page.value ${mergeRequestJoins("left join")}`,
      ),
    );
  },
  (shape) => JSON.stringify([shape.by, shape.orderBy, shape.sort]),
);

/** The viewer, the project and the list's size stand in each row of the page, and alone in the only row of an empty one. */
export function listMergeRequests(viewer: ViewerKey, query: MergeRequestListQuery): Statement<MergeRequestListRow> {
  const { project, state, iids, orderBy, sort, limit, offset } = query;
  const by = iids.length > 0 ? "iid" : state === "all" ? "nothing" : "state";
  const values = { ...viewer, ...project, state, iids: JSON.stringify(iids), limit, offset };
  return templates({ by, orderBy, sort }).with(values);
}

/** The merge requests among a list's rows, in its order: to have SQLite sort what it reads in order costs more than to look. */
export function mergeRequestsInOrder(
  rows: readonly MergeRequestListRow[],
  { orderBy, sort }: Pick<MergeRequestListQuery, "orderBy" | "sort">,
): PlacedMergeRequest[] {
  const sign = sort === "asc" ? 1 : -1;
  const found = rows.filter((row) => row.id !== null);
  return found.sort((a, b) => sign * (compare(a[orderBy], b[orderBy]) || a.id - b.id));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
