// The list of a project's issues. It is put together from arms, each of which an index gives in order: what everybody
// sees, what reporters see besides, and of the confidential ones those somebody wrote or has to do. The first page
// reads the first rows of each arm and no more; totals are counters.
import { type SQL, sql } from "drizzle-orm";
import { type ViewerKey, viewerCte } from "../../permissions/visible.ts";
import type { IssueState } from "../schema/issues.ts";
import { nullable, type Statement, selectWith, variants } from "../statement.ts";
import { asHead } from "./heads.ts";
import {
  type IssueRow,
  issueColumns,
  issueJoins,
  seesConfidential,
  type TrackerRow,
  trackerColumns,
  trackerCtes,
  visibleInTracker,
} from "./issue-row.ts";
import { type ProjectKey, visibleIssueCount } from "./project-row.ts";
import { type ViewerRow, viewerColumns } from "./viewer.ts";

interface Shape {
  readonly state: IssueState | "all";
  readonly orderBy: "created_at" | "updated_at";
  readonly sort: "asc" | "desc";
  /** Narrowed to one author. */
  readonly authored: boolean;
  /** Narrowed to one iid. */
  readonly single: boolean;
}

export interface IssueListQuery extends Omit<Shape, "authored" | "single"> {
  readonly project: ProjectKey;
  readonly authorId: number | null;
  readonly iid: number | null;
  readonly limit: number;
  readonly offset: number;
}

export type IssueListHead = ViewerRow & ((TrackerRow & { total: number }) | { project_id: null });

const statesOf = ({ state }: Shape): IssueState[] => (state === "all" ? ["opened", "closed"] : [state]);

const viewerId = sql`(select viewer_id from viewer)`;
const author = sql.placeholder("author");

/** The project, if the viewer sees all its confidential issues: null closes the arm without a row being read. */
const openTracker = sql`(select case when sees_confidential then tracker_id end from tracker)`;
/** The project, if they see none but their own. */
const closedTracker = sql`(select case when not sees_confidential then tracker_id end from tracker)`;
/** The project, if they see all confidential issues of the author asked for. */
const trackerOpenForAuthor = sql`(select case when sees_confidential or ${author} = viewer_id then tracker_id end from tracker, viewer)`;

/**
 * Which rows each arm takes. They exclude each other, there are five at most (D1 refuses more terms in one compound),
 * and all but the last follow an index in the order of the list.
 */
function armConditions(shape: Shape): SQL[] {
  const tracker = sql`(select tracker_id from tracker)`;
  const inState = (state: IssueState) => sql.raw(`i.state = '${state}'`);
  const assigned = sql`indexed by confidential_issues_by_assignee where i.project_id = ${closedTracker}
    and i.confidential = 1 and i.assignee_id = ${viewerId} and i.author_id <> ${viewerId} and i.state in (${stateList(shape)})`;
  if (shape.authored) {
    return [
      ...statesOf(shape).flatMap((state) => [
        sql`where i.author_id = ${author} and i.project_id = ${tracker} and i.confidential = 0 and ${inState(state)}`,
        sql`where i.author_id = ${author} and i.project_id = ${trackerOpenForAuthor} and i.confidential = 1 and ${inState(state)}`,
      ]),
      sql`${assigned} and i.author_id = ${author}`,
    ];
  }
  const state = shape.state === "all" ? sql`1` : inState(shape.state);
  return [
    sql`where i.project_id = ${tracker} and i.confidential = 0 and ${state}`,
    sql`where i.project_id = ${openTracker} and i.confidential = 1 and ${state}`,
    ...statesOf(shape).map(
      (one) =>
        sql`where i.author_id = ${viewerId} and i.project_id = ${closedTracker} and i.confidential = 1 and ${inState(one)}`,
    ),
    assigned,
  ];
}

const stateList = (shape: Shape): SQL =>
  sql.raw(
    statesOf(shape)
      .map((state) => `'${state}'`)
      .join(", "),
  );

/** The arms merged: the database takes from each only as many rows as the page needs. */
function arms(shape: Shape): SQL {
  const key = sql.raw(shape.orderBy);
  const terms = armConditions(shape).map(
    (condition) => sql`select i.id as arm_id, i.${key} as arm_key from issues i
${condition}`,
  );
  return sql.join(terms, sql` union all `);
}

/** The one issue with the asked iid, if it passes the other filters. */
function singleArm(shape: Shape): SQL {
  return sql`select i.id as arm_id, i.${sql.raw(shape.orderBy)} as arm_key from viewer cross join issues i
    where i.project_id = (select tracker_id from tracker) and i.iid = ${sql.placeholder("iid")}
      and i.state in (${stateList(shape)}) and ${visibleInTracker("i")}
      ${shape.authored ? sql`and i.author_id = ${author}` : sql``}`;
}

function authoredCount(state: IssueState): SQL {
  const named = sql`author_id = ${author} and project_id = p.id and state = ${sql.raw(`'${state}'`)}`;
  return sql`(
    coalesce((select c.count from issue_counts c where c.${named} and c.confidential = 0), 0)
    + case when ${seesConfidential} or ${author} = viewer_id
      then coalesce((select c.count from issue_counts c where c.${named} and c.confidential = 1), 0)
      else (select count(*) from issues i where i.${named} and i.confidential = 1 and i.assignee_id = viewer_id) end)`;
}

function total(shape: Shape): SQL<number> {
  if (shape.single) return sql<number>`(select count(*) from (${singleArm(shape)}))`;
  const counts = statesOf(shape).map((state) =>
    shape.authored ? authoredCount(state) : visibleIssueCount(state, sql`tracker_level`),
  );
  return sql<number>`(case when tracker_id is null then 0 else ${sql.join(counts, sql` + `)} end)`;
}

const keyOf = (shape: Shape) => JSON.stringify(shape);

const headTemplates = variants(
  (shape: Shape) =>
    asHead<IssueListHead>(
      selectWith(
        [viewerCte, ...trackerCtes],
        { ...viewerColumns, ...nullable({ ...trackerColumns, total: total(shape) }) },
        sql`from viewer left join tracker left join projects p on p.id = tracker_project_id
          left join namespaces n on n.id = p.namespace_id`,
      ),
    ),
  keyOf,
);

const rowTemplates = variants((shape: Shape) => {
  const direction = sql.raw(shape.sort);
  return selectWith(
    [
      viewerCte,
      ...trackerCtes,
      sql`page as (${shape.single ? singleArm(shape) : arms(shape)}
        order by arm_key ${direction}, arm_id ${direction}
        limit ${sql.placeholder("limit")} offset ${sql.placeholder("offset")})`,
    ],
    issueColumns,
    sql`from viewer cross join page cross join issues i on i.id = arm_id ${issueJoins("join")}
      order by arm_key ${direction}, arm_id ${direction}`,
  );
}, keyOf);

/** Two statements for one batch: the viewer with the project and the list's size, and the rows of its page. */
export function listIssues(viewer: ViewerKey, query: IssueListQuery): [Statement<IssueListHead>, Statement<IssueRow>] {
  const { state, orderBy, sort, authorId, iid, limit, offset } = query;
  const shape: Shape = { state, orderBy, sort, authored: authorId !== null, single: iid !== null };
  const values = { ...viewer, ...query.project, author: authorId, iid, limit, offset };
  return [headTemplates(shape).with(values), rowTemplates(shape).with(values)];
}
