// Lists of issues filtered by state and author at most, from sorted runs. An index returns each project's issues in
// order, as runs: issues that are not confidential, confidential issues for reporters and up, and the viewer's own
// confidential issues (written by them, assigned to them). The runs are merged as far as the page reaches. Counters
// give the size of the list.
import { type SQL, sql } from "drizzle-orm";
import type { IssueState } from "../../schema/issues.ts";

export interface RunShape {
  readonly state: IssueState | "all";
  readonly orderBy: "created_at" | "updated_at";
  readonly sort: "asc" | "desc";
  /** The author filter: the placeholder `author`, or the viewer. */
  readonly author: "given" | "viewer" | null;
}

const statesOf = ({ state }: RunShape): IssueState[] => (state === "all" ? ["opened", "closed"] : [state]);
const stateList = (shape: RunShape): SQL =>
  sql.raw(
    statesOf(shape)
      .map((state) => `'${state}'`)
      .join(", "),
  );

const authorOf = ({ author }: RunShape): SQL =>
  author === "viewer" ? sql`viewer_id` : sql`${sql.placeholder("author")}`;

/**
 * Kinds of runs: 0 for public and 1 for confidential issues (the values of the column), 2 and 3 for the confidential issues
 * the viewer has written or is assigned to.
 */
const WRITTEN = sql`2`;
const ASSIGNED = sql`3`;

/** The runs that a project may have: kinds, and states if the index separates them. */
function runsOf(shape: RunShape): SQL {
  const states = shape.author === null ? [shape.state] : statesOf(shape);
  const whole = [0, 1].flatMap((kind) => states.map((state) => `(${kind}, '${state}')`));
  const own = { given: [3], viewer: [], none: [2, 3] }[shape.author ?? "none"].map(
    (kind) => `(${kind}, '${shape.state}')`,
  );
  return sql.raw(`(select column1 as kind, column2 as run_state from (values ${[...whole, ...own].join(", ")}))`);
}

/** The runs that the viewer sees of a project of the scope. */
function isVisibleRun(shape: RunShape): SQL {
  const whole = sql`kind = 0 or (kind = 1 and scope_sees_confidential)`;
  if (shape.author === "viewer") return sql`1`;
  if (shape.author === "given") {
    const own = sql`${authorOf(shape)} = viewer_id`;
    return sql`${whole} or (kind = 1 and ${own}) or (kind = ${ASSIGNED} and not scope_sees_confidential and not ${own})`;
  }
  return sql`${whole} or (kind >= ${WRITTEN} and not scope_sees_confidential)`;
}

/** A subquery returns one value, so time and id are packed into one text that sorts as the pair does. */
const pairOf = (key: SQL): SQL => sql`${key} || printf('%016d', i.id)`;
const INSTANT = sql.raw("substr(pair, 1, 24)");
const ID = sql.raw("cast(substr(pair, 25) as integer)");
/** The pair of an exhausted run, which sorts last. */
const ended = ({ sort }: RunShape): SQL => sql.raw(sort === "desc" ? "''" : "'~'");
const HAS_NEXT = sql.raw("length(pair) > 1");

/**
 * The next issue of a run as a pair, read from an index alone.
 * @param project,kind,state expressions that name the run
 * @param beyond the condition that the issue comes after the run's last one
 */
function nextOf(shape: RunShape, project: SQL, kind: SQL, state: SQL, beyond: SQL): SQL {
  const order = shape.orderBy === "created_at" ? "created" : "updated";
  const direction = sql.raw(shape.sort);
  const key = sql.raw(`i.${shape.orderBy}`);
  const first = (condition: SQL) =>
    sql`coalesce((select ${pairOf(key)} from issues i ${condition} and i.project_id = ${project} ${beyond} order by ${key} ${direction}, i.id ${direction} limit 1), ${ended(shape)})`;
  const confidentialOf = (person: string) => sql`indexed by ${sql.raw(`confidential_issues_of_${person}_by_${order}`)}
    where i.${sql.raw(`${person}_id`)} = viewer_id and i.confidential = 1 and i.state in (${stateList(shape)})`;
  const written = first(confidentialOf("author"));
  const assigned = first(sql`${confidentialOf("assignee")} and i.author_id <> viewer_id
    ${shape.author === null ? sql`` : sql`and i.author_id = ${authorOf(shape)}`}`);
  const byState = shape.author !== null || shape.state !== "all";
  const whole = first(sql`where i.confidential = ${kind} ${byState ? sql`and i.state = ${state}` : sql``}
    ${shape.author === null ? sql`` : sql`and i.author_id = ${authorOf(shape)}`}`);
  if (shape.author === "viewer") return whole;
  if (shape.author === "given") return sql`case ${kind} when ${ASSIGNED} then ${assigned} else ${whole} end`;
  return sql`case ${kind} when ${WRITTEN} then ${written} when ${ASSIGNED} then ${assigned} else ${whole} end`;
}

/** The columns that identify a run and locate its project; each step passes them on. */
const RUN = sql.raw("run_project, run_path, run_namespace, run_kind, run_state");

/**
 * The page as a JSON array of [issue id, path of its project, path of its namespace], in order. A recursive CTE with
 * `order by` is a priority queue: each step takes the first issue of all runs and adds the next one of its run.
 */
function pageOf(shape: RunShape, scope: SQL): SQL {
  const direction = sql.raw(shape.sort);
  const beyond = sql`and (i.${sql.raw(shape.orderBy)}, i.id) ${sql.raw(shape.sort === "desc" ? "<" : ">")} (${INSTANT}, ${ID})`;
  return sql`(
    with recursive queue(${RUN}, pair) as (
      select scope_id, scope_path, scope_namespace, kind, run_state,
        ${nextOf(shape, sql`scope_id`, sql`kind`, sql`run_state`, sql``)}
      from ${scope} cross join ${runsOf(shape)} where ${isVisibleRun(shape)}
      union all
      select ${RUN}, ${nextOf(shape, sql`run_project`, sql`run_kind`, sql`run_state`, beyond)}
      from queue where ${HAS_NEXT}
      order by 6 ${direction} limit ${sql.placeholder("limit")} offset ${sql.placeholder("offset")})
    select json_group_array(json_array(${ID}, run_path, run_namespace)) from queue where ${HAS_NEXT})`;
}

/** The size of the list, from counters and a count of the viewer's own confidential issues. */
function totalOf(shape: RunShape, scope: SQL): SQL {
  const states = statesOf(shape);
  const hidden = sql`i.project_id in (select scope_id from ${scope} where not scope_sees_confidential) and i.confidential = 1
    and i.state in (${stateList(shape)})`;
  const assigned = sql`from issues i indexed by confidential_issues_of_assignee_by_created
    where i.assignee_id = viewer_id and ${hidden}`;
  if (shape.author !== null) {
    const author = authorOf(shape);
    const visible =
      shape.author === "viewer"
        ? sql`1`
        : sql`(c.confidential = 0 or scope_sees_confidential or ${author} = viewer_id)`;
    return sql`(coalesce((select sum(c.count) from ${scope} cross join issue_counts c
        on c.author_id = ${author} and c.project_id = scope_id and c.state in (${stateList(shape)}) and ${visible}), 0)
      ${shape.author === "viewer" ? sql`` : sql`+ (select count(*) ${assigned} and i.author_id = ${author} and ${author} <> viewer_id)`})`;
  }
  const sum = (suffix: string) => sql.raw(states.map((state) => `${state}_${suffix}`).join(" + "));
  return sql`(coalesce((select sum(${sum("issues")} + case when scope_sees_confidential then ${sum("confidential_issues")} else 0 end)
      from ${scope}), 0)
    + (select count(*) from issues i indexed by confidential_issues_of_author_by_created
      where i.author_id = viewer_id and ${hidden})
    + (select count(*) ${assigned} and i.author_id <> viewer_id))`;
}

/**
 * JSON of `total` and `page` ({@link pageOf}) for one list, in a row of the CTE `head`.
 * @param scope `rows` of a ScopeSql, see scopes.ts
 */
export const findInSortedRuns = (shape: RunShape, scope: SQL): SQL =>
  sql`json_object('total', ${totalOf(shape, scope)}, 'page', json(${pageOf(shape, scope)}))`;
