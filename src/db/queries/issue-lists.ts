// The list of a project's issues. It is put together from arms, each of which an index gives in order: what everybody
// sees, what reporters see besides, and of the confidential ones those somebody wrote or has to do. The first page
// reads the first rows of each arm and no more; totals are counters.
import { type SQL, sql } from "drizzle-orm";
import { projectLevel, type ViewerKey, viewerCte, visibleIssue, visibleLevel } from "../../permissions/visible.ts";
import type { IssueState } from "../schema/issues.ts";
import { nullable, type Statement, selectPacked, variants } from "../statement.ts";
import { asHead } from "./heads.ts";
import { type IssueRow, issueColumns, issueJoins, seesConfidential, type TrackerRow } from "./issue-row.ts";
import { namedProjectId, ownConfidentialIssues, type ProjectKey, projectIdOfKey } from "./project-row.ts";
import { type ViewerRow, viewerColumns } from "./viewer.ts";

interface Shape {
  readonly state: IssueState | "all";
  readonly orderBy: "created_at" | "updated_at";
  readonly sort: "asc" | "desc";
  /** Narrowed to one author. */
  readonly authored: boolean;
  /** Narrowed to one iid. */
  readonly single: boolean;
  /** The project is named by its id, not by its path. */
  readonly byId: boolean;
}

export interface IssueListQuery extends Omit<Shape, "authored" | "single" | "byId"> {
  readonly project: ProjectKey;
  readonly authorId: number | null;
  readonly iid: number | null;
  readonly limit: number;
  readonly offset: number;
}

/** Of the project, what a list shows. */
type ListedTracker = Pick<TrackerRow, "project_id" | "project_path" | "namespace_path">;

type IssueListHead = ViewerRow & ((ListedTracker & { total: number }) | { project_id: null });

const statesOf = ({ state }: Shape): IssueState[] => (state === "all" ? ["opened", "closed"] : [state]);

const author = sql.placeholder("author");
const stateList = (shape: Shape): SQL =>
  sql.raw(
    statesOf(shape)
      .map((state) => `'${state}'`)
      .join(", "),
  );

/** The project, if the viewer sees all its confidential issues; null closes an arm without a row being read. */
const openId = sql`(case when ${seesConfidential} then tracker_id end)`;
/** The project, if they see none but their own. */
const closedId = sql`(case when not ${seesConfidential} then tracker_id end)`;

/**
 * Which rows each arm takes. They exclude each other, there are five at most (D1 refuses more terms in one compound),
 * and each follows an index in the order of the list.
 */
function armConditions(shape: Shape): SQL[] {
  const inState = (state: IssueState) => sql.raw(`i.state = '${state}'`);
  const order = shape.orderBy === "created_at" ? "created" : "updated";
  const confidentialOf = (person: "author" | "assignee") => sql`
    indexed by ${sql.raw(`confidential_issues_of_${person}_by_${order}`)} where i.${sql.raw(`${person}_id`)} = viewer_id
    and i.project_id = ${closedId} and i.confidential = 1 and i.state in (${stateList(shape)})`;
  const own = confidentialOf("author");
  const assigned = sql`${confidentialOf("assignee")} and i.author_id <> viewer_id`;
  if (shape.authored) {
    const openForAuthor = sql`(case when ${seesConfidential} or ${author} = viewer_id then tracker_id end)`;
    return [
      ...statesOf(shape).flatMap((state) => [
        sql`where i.author_id = ${author} and i.project_id = tracker_id and i.confidential = 0 and ${inState(state)}`,
        sql`where i.author_id = ${author} and i.project_id = ${openForAuthor} and i.confidential = 1 and ${inState(state)}`,
      ]),
      sql`${assigned} and i.author_id = ${author}`,
    ];
  }
  const state = shape.state === "all" ? sql`1` : inState(shape.state);
  return [
    sql`where i.project_id = tracker_id and i.confidential = 0 and ${state}`,
    sql`where i.project_id = ${openId} and i.confidential = 1 and ${state}`,
    own,
    assigned,
  ];
}

/** The one issue with the asked iid, if it passes the other filters. */
function singleCondition(shape: Shape): SQL {
  return sql`where i.project_id = tracker_id and i.iid = ${sql.placeholder("iid")} and i.state in (${stateList(shape)})
    and ${visibleIssue("i", seesConfidential)} ${shape.authored ? sql`and i.author_id = ${author}` : sql``}`;
}

/** The arms merged: the database takes from each only as many rows as the page needs. */
function arms(shape: Shape): SQL {
  const key = sql.raw(shape.orderBy);
  const conditions = shape.single ? [singleCondition(shape)] : armConditions(shape);
  const terms = conditions.map(
    (condition) => sql`select i.id as arm_id, i.${key} as arm_key from issues i ${condition}`,
  );
  return sql.join(terms, sql` union all `);
}

function authoredCount(state: IssueState): SQL {
  const named = (alias: string) =>
    sql`${sql.raw(alias)}.author_id = ${author} and ${sql.raw(`${alias}.project_id = p.id and ${alias}.state = '${state}'`)}`;
  return sql`(
    coalesce((select c.count from issue_counts c where ${named("c")} and c.confidential = 0), 0)
    + case when ${seesConfidential} or ${author} = viewer_id
      then coalesce((select c.count from issue_counts c where ${named("c")} and c.confidential = 1), 0)
      else (select count(*) from issues i indexed by confidential_issues_of_assignee_by_created where ${named("i")} and i.confidential = 1 and i.assignee_id = viewer_id) end)`;
}

function projectCount(shape: Shape): SQL {
  const states = statesOf(shape);
  const sum = (suffix: string) => sql.raw(states.map((state) => `p.${state}_${suffix}`).join(" + "));
  return sql`(${sum("issues")} + case when ${seesConfidential} then ${sum("confidential_issues")}
    else ${ownConfidentialIssues(states)} end)`;
}

/** The size of the list, from counters. */
function total(shape: Shape): SQL<number> {
  if (shape.single) {
    return sql<number>`(select count(*) from (select p.id as tracker_id) cross join issues i ${singleCondition(shape)}
      and p.issues_enabled = 1)`;
  }
  const count = shape.authored ? sql.join(statesOf(shape).map(authoredCount), sql` + `) : projectCount(shape);
  return sql<number>`(case when p.issues_enabled = 1 then ${count} else 0 end)`;
}

const keyOf = (shape: Shape) => JSON.stringify(shape);

const { description, ...packedColumns } = issueColumns;

const headColumns = {
  project_id: sql<number | null>`tracker_project_id`,
  project_path: sql<string>`tracker_path`,
  namespace_path: sql<string>`tracker_namespace`,
  total: sql<number>`tracker_total`,
};

/**
 * One statement for all: viewer, project and total stand in every row, and alone in the only row of an empty page. To
 * say viewer and project twice, in a statement for the head and one for the rows, costs more than to send them twice.
 * The page's ids come as one JSON array, which SQLite lets depend on the project and the viewer as it would not let a
 * joined subquery.
 */
const templates = variants((shape: Shape) => {
  const direction = sql.raw(shape.sort);
  return asHead<IssueListRow>(
    selectPacked(
      [
        viewerCte,
        sql`listed as materialized (
          select np.id, np.path, np.issues_enabled, np.visibility_level, np.opened_issues, np.closed_issues,
            np.opened_confidential_issues, np.closed_confidential_issues, nn.path as tracker_namespace,
            ${projectLevel("np", "nn")} as found_level
          from viewer cross join projects np cross join namespaces nn on nn.id = np.namespace_id
          where np.id = ${shape.byId ? projectIdOfKey : namedProjectId})`,
        sql`head as materialized (
          select viewer.*, found_level, tracker_namespace, p.path as tracker_path, p.id as tracker_project_id, ${total(shape)} as tracker_total,
            case when p.issues_enabled = 1 then p.id end as tracker_id
          from viewer left join listed p on ${visibleLevel("p.visibility_level")} or found_level > 0)`,
      ],
      { ...nullable(packedColumns), ...viewerColumns, ...headColumns },
      nullable({ description }),
      sql`from head left join json_each((select json_group_array(arm_id) from (${arms(shape)}
          order by arm_key ${direction}, arm_id ${direction}
          limit ${sql.placeholder("limit")} offset ${sql.placeholder("offset")}))) page
        left join issues i on i.id = page.value ${issueJoins("left join")}`,
    ),
  );
}, keyOf);

/** The list's head, with an issue of its page or, on an empty page, with `id: null`. */
export type IssueListRow = IssueListHead & (IssueRow | { id: null });

/** The issues among a list's rows, in its order: to have SQLite sort what it reads in order costs more than to look. */
export function issuesInOrder(rows: readonly IssueListRow[], { orderBy, sort }: IssueListQuery): IssueRow[] {
  const sign = sort === "asc" ? 1 : -1;
  const issues = rows.filter((row) => row.id !== null);
  return issues.sort((a, b) => sign * (compare(a[orderBy], b[orderBy]) || a.id - b.id));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** One statement: the viewer with the project and the list's size, and the rows of its page. */
export function listIssues(viewer: ViewerKey, query: IssueListQuery): Statement<IssueListRow> {
  const { state, orderBy, sort, authorId, iid, limit, offset } = query;
  const byId = query.project.project_id !== null;
  const shape: Shape = { state, orderBy, sort, authored: authorId !== null, single: iid !== null, byId };
  return templates(shape).with({ ...viewer, ...query.project, author: authorId, iid, limit, offset });
}
