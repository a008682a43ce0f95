// Lists of issues and of merge requests: of a project, of a group, or of everything that the viewer sees. One statement
// each.
import { type SQL, sql } from "drizzle-orm";
import { type ViewerKey, viewerCte } from "../../../permissions/visible.ts";
import type { Flag } from "../../schema/columns.ts";
import { type Columns, nullable, type Statement, selectPacked, type Template, variants } from "../../statement.ts";
import { labelDetailsOf } from "../issuables/row.ts";
import { issueColumns, issueDetailColumns, issueJoins } from "../issues/row.ts";
import { mergeRequestDetailColumns } from "../merge-requests/detail-columns.ts";
import { extendedUserColumns, mergeRequestColumns, mergeRequestJoins } from "../merge-requests/row.ts";
import { type ViewerRow, viewerColumns } from "../viewer/viewer.ts";
import { castTemplate } from "../viewer/with-viewer.ts";
import { type FilterValues, givenFilters, withOneLabel } from "./filters.ts";
import { findMatches } from "./matches.ts";
import { asProjectPage, findProjectPage, startOf } from "./project-pages.ts";
import { scopeOf } from "./scopes.ts";
import { DEEP, isIndexed, type ListShape, type Scope } from "./shape.ts";
import { asRuns, findInSortedRuns } from "./sorted-runs.ts";
import { findByWalking } from "./walk.ts";

export interface ListQuery extends Pick<ListShape, "state" | "orderBy" | "sort"> {
  readonly scope: Scope;
  readonly filters: FilterValues;
  readonly isUnarchived?: boolean;
  readonly isCounted?: boolean;
  readonly isDetailed?: boolean;
  readonly hasLabelDetails?: boolean;
  readonly limit: number;
  readonly offset: number;
}

/** The path of an issuable's project. */
interface PlaceRow {
  readonly project_path: string;
  readonly namespace_path: string;
}

interface ListViewerRow extends ViewerRow {
  /**
   * Beyond MOST_SORTED for more matches than are sorted; -1 for too many projects if the query `isCounted`. In a walked
   * list, see walk.ts, at most 1,000 more than the page reaches.
   */
  readonly total: number;
  /** 1 if a walk ended before it had so many, and there is more. */
  readonly is_partial?: Flag | null;
  /** For scope `project`: the project, null if the viewer may not see it. */
  readonly tracker_id?: number | null;
  /** For merge requests of scope `project`: true if the viewer may see all of them. */
  readonly sees_all: Flag;
  /** For scope `group`: the group, null if the viewer may not see it. */
  readonly listed_group_id?: number | null;
  /** The position on the page. */
  readonly place: number;
}

export type Listed<Row> = Row & PlaceRow;

/** The list's head, with an issuable of the page or, on an empty page, with `id: null`. */
export type ListRow<Row> = ListViewerRow & (Listed<Row> | { readonly id: null });

const sources = {
  Issue: {
    from: "issues i on i.id",
    alias: "i",
    joins: issueJoins("left join"),
    columns: issueColumns,
    details: issueDetailColumns,
  },
  MergeRequest: {
    from: "merge_requests r on r.id",
    alias: "r",
    joins: mergeRequestJoins("left join"),
    columns: { ...mergeRequestColumns, ...extendedUserColumns },
    details: mergeRequestDetailColumns,
  },
} as const;

/** Columns that are not packed, see {@link selectPacked}. */
const unpacked = [
  ...["description", "merge_message", "milestone_description", "labels"],
  ...["label_details", "closed_by", "merge_user", "reviewer"],
];

function columnsOf({ type, isDetailed, hasLabelDetails }: ListShape): Columns {
  const { alias, columns, details } = sources[type];
  return {
    ...nullable(columns),
    ...(isDetailed && details),
    ...(hasLabelDetails && { label_details: labelDetailsOf(alias, type) }),
  };
}

interface Find {
  /** JSON of `total` and `page`. */
  readonly finds: SQL;
  readonly entry: typeof placedEntry;
  /** A CTE `started` with a row of `head` and further columns; null if it is `head` that `finds` is about. */
  readonly started: SQL | null;
}

/** An element of `page` as matches.ts describes it. */
const placedEntry = {
  id: sql<number>`json_extract(page.value, '$[0]')`,
  project_path: sql<string>`json_extract(page.value, '$[1]')`,
  namespace_path: sql<string>`json_extract(page.value, '$[2]')`,
};

/** An element of a page of one project: the id alone. */
const entryOfProject: typeof placedEntry = {
  id: sql`page.value`,
  project_path: sql`answer.path`,
  namespace_path: sql`answer.tracker_namespace`,
};

function findIn(rows: SQL, shape: ListShape): Find {
  const page = asProjectPage(shape);
  if (page !== null) {
    const started = page.startsAtDay ? startOf(page, rows) : null;
    return { finds: findProjectPage(page, rows), entry: entryOfProject, started };
  }
  const runs = asRuns(shape);
  const finds = runs === null ? findMatches(shape, rows) : findInSortedRuns(runs, rows);
  return { finds, entry: placedEntry, started: null };
}

function make(shape: ListShape): Template<unknown> {
  const { head, found, rows, isMany } = scopeOf(shape);
  const { finds, entry, started } = findIn(rows, shape);
  const others = shape.isCounted ? sql`'{"total":-1,"page":[]}'` : findByWalking(shape);
  const bounded = isMany === null ? finds : sql`case when ${isMany} then ${others} else ${finds} end`;
  const isProject = shape.scope === "project" && shape.type === "MergeRequest";
  const all = isProject ? sql`, exists (select 1 from ${rows} where scope_sees_all) as sees_all` : sql``;
  const columns = columnsOf(shape);
  const { from, joins } = sources[shape.type];
  return selectPacked<Columns>(
    [
      ...[viewerCte, head, ...(started === null ? [] : [started])],
      sql`answer as materialized (select head.*, ${bounded} as finds${all} from ${sql.raw(started === null ? "" : "started")} head)`,
    ],
    {
      ...columns,
      project_path: entry.project_path,
      namespace_path: entry.namespace_path,
      ...viewerColumns,
      ...(found !== null && { [found]: sql.raw(`answer.${found}`) }),
      ...(isProject && { sees_all: sql<Flag>`answer.sees_all` }),
      ...(!isIndexed(shape.orderBy) && { place: sql<number>`page.key` }),
      total: sql<number>`json_extract(finds, '$.total')`,
      ...(isMany !== null && { is_partial: sql<Flag | null>`json_extract(finds, '$.is_partial')` }),
    },
    unpacked.filter((name) => name in columns),
    sql`from answer left join json_each(finds, '$.page') page
      left join ${sql.raw(from)} = ${entry.id} ${joins}`,
  );
}

/**
 * Each row has the viewer, the project or group, and the list's size; an empty page has one row with them alone. A
 * statement of their own would cost more than repeating them.
 */
const templates = variants(make, (shape) => JSON.stringify(shape));

function scopeValues(scope: Scope): Record<string, unknown> {
  switch (scope.kind) {
    case "project":
      return { ...scope.project };
    case "group":
      return { ...scope.group };
    case "everywhere":
      return {};
  }
}

/**
 * One statement: the viewer, the project or group, the list's size, and the rows of the page in no order.
 * @typeParam Row the columns of the type, with those of v4 if the query `isDetailed`
 */
export function listIssuables<Row>(
  type: ListShape["type"],
  viewer: ViewerKey,
  { scope, limit, offset, ...query }: ListQuery,
): Statement<ListRow<Row>> {
  const filters = withOneLabel(query.filters);
  const { state, orderBy, sort, isUnarchived = false, isCounted = false } = query;
  const { isDetailed = false, hasLabelDetails = false } = query;
  const shape: ListShape = {
    ...{ type, scope: scope.kind, state, orderBy, sort, filters: givenFilters(filters) },
    ...{ isUnarchived, isCounted, isDetailed, hasLabelDetails, isDeep: offset >= DEEP },
  };
  const values = { ...viewer, ...scopeValues(scope), ...filters, limit, offset };
  return castTemplate<ListRow<Row>>(templates(shape)).with(values);
}

interface OrderedRow {
  readonly id: number;
  readonly created_at: string;
  readonly updated_at: string;
}

/** The issuables of a page, sorted. The statement guarantees no order, because sorting here is cheaper than in SQL. */
export function inOrder<Row extends OrderedRow>(
  rows: readonly ListRow<Row>[],
  { orderBy, sort }: Pick<ListQuery, "orderBy" | "sort">,
): Listed<Row>[] {
  const sign = sort === "asc" ? 1 : -1;
  const found = rows.filter((row) => row.id !== null);
  return isIndexed(orderBy)
    ? found.sort((a, b) => sign * (compare(a[orderBy], b[orderBy]) || a.id - b.id))
    : found.sort((a, b) => a.place - b.place);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
