// Lists of several projects filtered by state, and of issues by author, from sorted runs. An index returns each project's
// issuables in order, as runs: issues that are not confidential, confidential issues for reporters and up, and the viewer's own
// issuables (written by them, assigned to them) where they do not see all. The runs are merged as far as the page reaches.
// Counters give the size of the list.
import { type SQL, sql } from "drizzle-orm";
import type { ListedState } from "../../schema/merge-requests.ts";
import { statesOf, tables, userNamed } from "./filters.ts";
import { andState, type IndexedOrder, isIndexed, type ListShape } from "./shape.ts";

interface RunShape extends ListShape {
  readonly orderBy: IndexedOrder;
  /** The author filter of a list of issues: one of the placeholders, or the viewer. */
  readonly author: "author" | "author_name" | "viewer" | null;
}

/**
 * The shape if counters suffice, else null. They exist for states, and for the authors of issues. Of merge requests, the
 * only orders with an index are those of all authors.
 */
export function asRuns(shape: ListShape): RunShape | null {
  const { type, filters, orderBy, state } = shape;
  if (!isIndexed(orderBy) || (type === "Issue" && state === "merged")) return null;
  const [author, ...others] = filters;
  if (author === undefined) return { ...shape, orderBy, author: null };
  if (type === "MergeRequest" || others.length > 0) return null;
  if (author === "own") return { ...shape, orderBy, author: "viewer" };
  return author === "author" || author === "author_name" ? { ...shape, orderBy, author } : null;
}

const listedStates = ({ type, state }: RunShape): ListedState[] => (state === "all" ? statesOf(type) : [state]);

const stateList = (shape: RunShape): SQL =>
  sql.raw(
    listedStates(shape)
      .map((state) => `'${state}'`)
      .join(", "),
  );

function authorOf({ author }: RunShape): SQL {
  if (author === "author_name") return userNamed(author);
  return author === "viewer" ? sql`viewer_id` : sql`${sql.placeholder("author")}`;
}

/**
 * Kinds of runs: 0 for public and 1 for confidential issues (the values of the column; merge requests have 0 alone), 2 and
 * 3 for the issuables the viewer has written or is assigned to.
 */
const WRITTEN = sql`2`;
const ASSIGNED = sql`3`;

/** The runs that a project may have: kinds, and states if the index separates them. */
function runsOf(shape: RunShape): SQL {
  const states = shape.author === null ? [shape.state] : listedStates(shape);
  const kinds = shape.type === "Issue" ? [0, 1] : [0];
  const whole = kinds.flatMap((kind) => states.map((state) => `(${kind}, '${state}')`));
  const own = (shape.author === null ? [2, 3] : shape.author === "viewer" ? [] : [3]).map(
    (kind) => `(${kind}, '${shape.state}')`,
  );
  return sql.raw(`(select column1 as kind, column2 as run_state from (values ${[...whole, ...own].join(", ")}))`);
}

/** The runs that the viewer sees of a project of the scope. */
function isVisibleRun(shape: RunShape): SQL {
  if (shape.author === "viewer") return sql`1`;
  if (shape.type === "MergeRequest") return sql`(kind = 0) = scope_sees_all`;
  const whole = sql`kind = 0 or (kind = 1 and scope_sees_all)`;
  if (shape.author !== null) {
    const own = sql`${authorOf(shape)} = viewer_id`;
    return sql`${whole} or (kind = 1 and ${own}) or (kind = ${ASSIGNED} and not scope_sees_all and not ${own})`;
  }
  return sql`${whole} or (kind >= ${WRITTEN} and not scope_sees_all)`;
}

/** A subquery returns one value, so time and id are packed into one text that sorts as the pair does. */
const pairOf = (key: SQL): SQL => sql`${key} || printf('%016d', i.id)`;
const INSTANT = sql.raw("substr(pair, 1, 24)");
const ID = sql.raw("cast(substr(pair, 25) as integer)");
/** The pair of an exhausted run, which sorts last. */
const ended = ({ sort }: RunShape): SQL => sql.raw(sort === "desc" ? "''" : "'~'");
const HAS_NEXT = sql.raw("length(pair) > 1");

/** The viewer's own issuables where they do not see all. Few merge requests are: no index has those in order. */
function ownOf(shape: RunShape, person: "author" | "assignee"): SQL {
  const isTheirs = sql.raw(`where i.${person}_id = viewer_id`);
  if (shape.type === "MergeRequest") return sql`${isTheirs}${sql.raw(andState(shape))}`;
  const order = shape.orderBy === "created_at" ? "created" : "updated";
  return sql`indexed by ${sql.raw(`confidential_issues_of_${person}_by_${order}`)}
    ${isTheirs} and i.confidential = 1 and i.state in (${stateList(shape)})`;
}

/**
 * The next issuable of a run as a pair, for issues read from an index alone.
 * @param project,kind,state expressions that name the run
 * @param beyond the condition that the issuable comes after the run's last one
 */
function nextOf(shape: RunShape, project: SQL, kind: SQL, state: SQL, beyond: SQL): SQL {
  const direction = sql.raw(shape.sort);
  const key = sql.raw(`i.${shape.orderBy}`);
  const first = (condition: SQL) =>
    sql`coalesce((select ${pairOf(key)} from ${sql.raw(tables[shape.type])} i ${condition} and i.project_id = ${project} ${beyond} order by ${key} ${direction}, i.id ${direction} limit 1), ${ended(shape)})`;
  const byAuthor = shape.author === null ? sql`` : sql`and i.author_id = ${authorOf(shape)}`;
  const written = first(ownOf(shape, "author"));
  const assigned = first(sql`${ownOf(shape, "assignee")} and i.author_id <> viewer_id ${byAuthor}`);
  const byState = shape.author !== null || shape.state !== "all" ? sql`and i.state = ${state}` : sql``;
  const whole = first(
    shape.type === "Issue"
      ? sql`where i.confidential = ${kind} ${byState} ${byAuthor}`
      : sql`where 1${sql.raw(andState(shape))}`,
  );
  if (shape.author === "viewer") return whole;
  if (shape.author !== null) return sql`case ${kind} when ${ASSIGNED} then ${assigned} else ${whole} end`;
  return sql`case ${kind} when ${WRITTEN} then ${written} when ${ASSIGNED} then ${assigned} else ${whole} end`;
}

/** The columns that identify a run and locate its project; each step passes them on. */
const RUN = sql.raw("run_project, run_path, run_namespace, run_kind, run_state");

/**
 * The page as a JSON array of [issuable id, path of its project, path of its namespace], in order. A recursive CTE with
 * `order by` is a priority queue: each step takes the first issuable of all runs and adds the next one of its run.
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

/** The size of a list of issues, from counters and a count of the viewer's own confidential issues. */
function totalOf(shape: RunShape, scope: SQL): SQL {
  const states = listedStates(shape);
  const hidden = sql`i.project_id in (select scope_id from ${scope} where not scope_sees_all) and i.confidential = 1
    and i.state in (${stateList(shape)})`;
  const assigned = sql`from issues i indexed by confidential_issues_of_assignee_by_created
    where i.assignee_id = viewer_id and ${hidden}`;
  if (shape.author !== null) {
    const author = authorOf(shape);
    const isViewer = shape.author === "viewer";
    const visible = isViewer ? sql`1` : sql`(c.confidential = 0 or scope_sees_all or ${author} = viewer_id)`;
    return sql`(coalesce((select sum(c.count) from ${scope} cross join issue_counts c
        on c.author_id = ${author} and c.project_id = scope_id and c.state in (${stateList(shape)}) and ${visible}), 0)
      ${isViewer ? sql`` : sql`+ (select count(*) ${assigned} and i.author_id = ${author} and ${author} <> viewer_id)`})`;
  }
  const sum = (suffix: string) => sql.raw(states.map((state) => `${state}_${suffix}`).join(" + "));
  return sql`(coalesce((select sum(${sum("issues")} + case when scope_sees_all then ${sum("confidential_issues")} else 0 end)
      from ${scope}), 0)
    + (select count(*) from issues i indexed by confidential_issues_of_author_by_created
      where i.author_id = viewer_id and ${hidden})
    + (select count(*) ${assigned} and i.author_id <> viewer_id))`;
}

/** As {@link totalOf}, of merge requests. */
function totalOfMergeRequests(shape: RunShape, scope: SQL): SQL {
  const counted = sql`(select coalesce(sum(c.count), 0) from ${scope} cross join merge_request_counts c
    where scope_sees_all and c.project_id = scope_id and c.listed_state in (${stateList(shape)}))`;
  const own = (person: string) => sql`(select count(*) from merge_requests i where i.${sql.raw(person)}_id = viewer_id
    and i.project_id in (select scope_id from ${scope} where not scope_sees_all)${sql.raw(andState(shape))}`;
  return sql`(${counted} + ${own("author")}) + ${own("assignee")} and i.author_id <> viewer_id))`;
}

/**
 * JSON of `total` and `page` ({@link pageOf}) for one list, in a row of the CTE `head`.
 * @param scope `rows` of a ScopeSql, see scopes.ts
 */
export function findInSortedRuns(shape: RunShape, scope: SQL): SQL {
  const total = shape.type === "Issue" ? totalOf(shape, scope) : totalOfMergeRequests(shape, scope);
  return sql`json_object('total', ${total}, 'page', json(${pageOf(shape, scope)}))`;
}
