// Lists of issues of a project, of a group, or by the viewer. One statement each.
import { sql } from "drizzle-orm";
import { type ViewerKey, viewerCte } from "../../../permissions/visible.ts";
import type { IssueState } from "../../schema/issues.ts";
import { nullable, type Statement, selectPacked, variants } from "../../statement.ts";
import { type ViewerRow, viewerColumns } from "../viewer/viewer.ts";
import { castTemplate } from "../viewer/with-viewer.ts";
import { findMatches, type IssueFilters, type MatchShape, matchShape, matchValues } from "./matches.ts";
import { type IssueRow, issueColumns, issueJoins } from "./row.ts";
import { type Scope, scopes } from "./scopes.ts";
import { findInSortedRuns, type RunShape } from "./sorted-runs.ts";

export interface IssueListQuery extends IssueFilters {
  readonly scope: Scope;
  readonly state: IssueState | "all";
  readonly orderBy: "created_at" | "updated_at";
  readonly sort: "asc" | "desc";
  readonly limit: number;
  readonly offset: number;
}

/** The path of an issue's project. */
interface PlaceRow {
  readonly project_path: string;
  readonly namespace_path: string;
}

interface ListViewerRow extends ViewerRow {
  readonly total: number;
  /** For scope `project`: the project, null if the viewer may not see it. */
  readonly tracker_id?: number | null;
  /** For scope `group`: the group, null if the viewer may not see it. */
  readonly listed_group_id?: number | null;
}

export type ListedIssue = IssueRow & PlaceRow;

/** The list's head, with an issue of the page or, on an empty page, with `id: null`. */
export type IssueListRow = ListViewerRow & (ListedIssue | { id: null });

type Shape = { readonly scope: Scope["kind"] } & (
  | { readonly by: "runs"; readonly runs: RunShape }
  | { readonly by: "matches"; readonly matches: MatchShape }
);

/**
 * Each row has the viewer, the project or group, and the list's size; an empty page has one row with them alone. A
 * statement of their own would cost more than repeating them.
 */
const templates = variants(
  (shape: Shape) => {
    const { head, found, rows } = scopes[shape.scope];
    const finds = shape.by === "runs" ? findInSortedRuns(shape.runs, rows) : findMatches(shape.matches, rows);
    return castTemplate<IssueListRow>(
      selectPacked(
        [viewerCte, head, sql`answer as materialized (select head.*, ${finds} as finds from head)`],
        {
          ...nullable(issueColumns),
          project_path: sql<string>`json_extract(page.value, '$[1]')`,
          namespace_path: sql<string>`json_extract(page.value, '$[2]')`,
          ...viewerColumns,
          ...(found !== null && { [found]: sql.raw(`answer.${found}`) }),
          total: sql<number>`json_extract(finds, '$.total')`,
        },
        ["description", "milestone_description", "labels"],
        sql`from answer left join json_each(finds, '$.page') page
          left join issues i on i.id = json_extract(page.value, '$[0]') ${issueJoins("left join")}`,
      ),
    );
  },
  (shape) => JSON.stringify(shape),
);

/** True if counters suffice: they exist for states and authors. */
function onlyCounted({ iid, assigneeId, milestone, labels, search }: IssueFilters): boolean {
  return iid === null && assigneeId === null && milestone === null && labels === null && search === null;
}

function shapeOf(query: IssueListQuery): Shape {
  const { state, orderBy, sort, authorId } = query;
  const scope = query.scope.kind;
  const own = scope === "own";
  const author = own ? "viewer" : authorId === null ? null : "given";
  return onlyCounted(query) && !(own && authorId !== null)
    ? { scope, by: "runs", runs: { state, orderBy, sort, author } }
    : { scope, by: "matches", matches: matchShape(query, { state, orderBy, sort, own }) };
}

function scopeValues(scope: Scope): Record<string, unknown> {
  switch (scope.kind) {
    case "project":
      return { ...scope.project };
    case "group":
      return { ...scope.group };
    case "own":
      return {};
  }
}

/** One statement: the viewer, the project or group, the list's size, and the rows of the page in no order. */
export function listIssues(viewer: ViewerKey, query: IssueListQuery): Statement<IssueListRow> {
  const { limit, offset } = query;
  return templates(shapeOf(query)).with({
    ...viewer,
    ...scopeValues(query.scope),
    ...matchValues(query),
    limit,
    offset,
  });
}

/** The issues of a page, sorted. The statement guarantees no order, because sorting here is cheaper than in SQL. */
export function issuesInOrder(rows: readonly IssueListRow[], { orderBy, sort }: IssueListQuery): ListedIssue[] {
  const sign = sort === "asc" ? 1 : -1;
  const issues = rows.filter((row) => row.id !== null);
  return issues.sort((a, b) => sign * (compare(a[orderBy], b[orderBy]) || a.id - b.id));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
