// Lists of one project by state and at most one more filter: author, assignee, milestone or label. Each filter has an index
// with the order of the list and a counter, so that a page costs what it has, whatever the number of matches.
import { type SQL, sql } from "drizzle-orm";
import type { IssuableType } from "../../schema/issuables.ts";
import type { ListedState } from "../../schema/merge-requests.ts";
import { type FilterName, milestonesOfScope, tables, userNamed } from "./filters.ts";
import { type IndexedOrder, isIndexed, type ListShape } from "./shape.ts";

/** The column whose index and counter serve a filter, or the labels. */
type Keyed = "author" | "assignee" | "milestone" | "label";

/** The value that a filter requires. Null: issuables without one. */
interface FilterKey {
  readonly by: Keyed;
  readonly id: SQL | null;
}

const given = sql.placeholder;

const oneMilestone = (condition: SQL): FilterKey => ({
  by: "milestone",
  id: sql`(select m.id from milestones m where m.project_id = scope_id and ${condition})`,
});

const keys: Partial<Record<FilterName, FilterKey>> = {
  author: { by: "author", id: sql`${given("author")}` },
  author_name: { by: "author", id: userNamed("author_name") },
  own: { by: "author", id: sql`viewer_id` },
  assignee: { by: "assignee", id: sql`${given("assignee")}` },
  assignee_name: { by: "assignee", id: userNamed("assignee_name") },
  mine: { by: "assignee", id: sql`viewer_id` },
  unassigned: { by: "assignee", id: null },
  milestone: oneMilestone(milestonesOfScope.milestone),
  milestone_id: oneMilestone(milestonesOfScope.milestone_id),
  upcoming: oneMilestone(milestonesOfScope.upcoming),
  no_milestone: { by: "milestone", id: null },
  label: {
    by: "label",
    id: sql`(select lb.id from labels lb where lb.project_id = scope_id and lb.title = ${given("label")})`,
  },
};

interface PageShape extends ListShape {
  readonly orderBy: IndexedOrder;
  readonly key: FilterKey | null;
  /** True if the page is found from the day at which it begins. */
  readonly startsAtDay: boolean;
}

/**
 * The shape if indexes and counters suffice, else null. Labels have no index by `updated_at`: each note would rewrite an
 * entry for each label.
 */
export function asProjectPage(shape: ListShape): PageShape | null {
  const { type, scope, state, orderBy, filters } = shape;
  const [filter, ...others] = filters;
  if (scope !== "project" || !isIndexed(orderBy) || others.length > 0) return null;
  if (type === "Issue" && state === "merged") return null;
  if (filter === undefined) {
    const startsAtDay = shape.isDeep && type === "Issue" && orderBy === "created_at";
    return { ...shape, orderBy, key: null, startsAtDay };
  }
  const key = keys[filter];
  if (key === undefined || (key.by === "label" && orderBy !== "created_at")) return null;
  return { ...shape, orderBy, key, startsAtDay: false };
}

const statesOf = ({ type, state }: PageShape): ListedState[] =>
  state !== "all" ? [state] : type === "Issue" ? ["opened", "closed"] : ["opened", "closed", "merged"];

const quoted = (values: readonly string[]): SQL => sql.raw(values.map((value) => `'${value}'`).join(", "));

const stateColumn = (type: IssuableType): SQL => sql.raw(type === "Issue" ? "state" : "listed_state");

const suffixOf = ({ orderBy }: PageShape): string => (orderBy === "created_at" ? "created" : "updated");

/** The condition on the key, of columns with alias `i`. */
const hasKey = (column: string, { id }: FilterKey): SQL =>
  sql.raw(id === null ? `i.${column} is null` : `i.${column} = page_key`);

/** The condition that an issue is of the day at which the page begins, or comes after it. */
function fromStart({ startsAtDay, sort }: PageShape): SQL {
  if (!startsAtDay) return sql``;
  const day = sql`substr(page_start, 1, 10)`;
  return sort === "desc" ? sql`and i.created_at < ${day} || 'U'` : sql`and i.created_at >= ${day}`;
}

/** A part of the list that an index has in order: the time and the id of each issuable. */
function run(shape: PageShape, confidential: 0 | 1, state: ListedState | "all"): SQL {
  const { type, orderBy, key } = shape;
  const hidden = sql.raw(type === "Issue" ? `i.confidential = ${confidential} and` : "");
  if (key?.by === "label") {
    return sql`select i.created_at as page_at, i.target_id as page_id from labelled_issuables i
      where ${hasKey("label_id", key)} and i.target_type = ${quoted([type])} and i.confidential = ${sql.raw(String(confidential))}
        and i.state = ${quoted([state])}`;
  }
  const of = key?.by ?? "project";
  const index = sql.raw(`${state === "all" ? "all_" : ""}${tables[type]}_of_${of}_by_${suffixOf(shape)}`);
  const byKey = key === null ? sql`` : sql`${hasKey(`${key.by}_id`, key)} and`;
  const byState = state === "all" ? sql`` : sql`and i.${stateColumn(type)} = ${quoted([state])}`;
  return sql`select i.${sql.raw(orderBy)} as page_at, i.id as page_id from ${sql.raw(tables[type])} i indexed by ${index}
    where ${byKey} ${hidden} i.project_id = scope_id ${byState} ${fromStart(shape)}`;
}

/** The viewer's own confidential issues that match: by the person's index, each issue once. */
function own(shape: PageShape, person: "author" | "assignee"): SQL {
  const { key } = shape;
  const index = sql.raw(`confidential_issues_of_${person}_by_${suffixOf(shape)}`);
  const once = sql.raw(person === "assignee" ? "and i.author_id <> viewer_id" : "");
  const byKey =
    key?.by === "label"
      ? sql`and exists (select 1 from label_links ll
          where ll.target_type = 'Issue' and ll.target_id = i.id and ll.label_id = page_key)`
      : key && sql`and ${hasKey(`${key.by}_id`, key)}`;
  return sql`from issues i indexed by ${index} where i.${sql.raw(person)}_id = viewer_id and i.project_id = scope_id
    and i.confidential = 1 and i.state in (${quoted(statesOf(shape))}) ${once} ${byKey ?? sql``}`;
}

const ownRun = (shape: PageShape, person: "author" | "assignee"): SQL =>
  sql`select i.${sql.raw(shape.orderBy)} as page_at, i.id as page_id ${own(shape, person)} ${fromStart(shape)}`;

/**
 * The page of a list that consists of runs. SQLite merges a compound select whose parts an index sorts, and stops at the
 * end of the page. D1 accepts five parts.
 */
function merged({ sort, startsAtDay }: PageShape, runs: readonly SQL[]): SQL {
  const direction = sql.raw(sort);
  // SQLite knows no columns of the row here.
  const skipped = startsAtDay ? sql` - (select cast(substr(page_start, 11) as integer) from started)` : sql``;
  return sql`(select json_group_array(page_id) from (
    ${sql.join([...runs], sql` union all `)} order by 1 ${direction}, 2 ${direction}
    limit ${given("limit")} offset ${given("offset")}${skipped}))`;
}

function pageOf(shape: PageShape): SQL {
  // The indexes of all states are those of projects.
  const states = shape.key === null ? [shape.state] : statesOf(shape);
  const open = states.map((state) => run(shape, 0, state));
  if (shape.type === "MergeRequest") return merged(shape, open);
  const confidential = states.map((state) => run(shape, 1, state));
  return sql`case when scope_sees_all then ${merged(shape, [...open, ...confidential])}
    else ${merged(shape, [...open, ownRun(shape, "author"), ownRun(shape, "assignee")])} end`;
}

/** A step from day to day reads three rows, and one or two more for viewers who do not see all. */
const ROWS_PER_DAY = 8;

/**
 * The CTE `started`: `head`, and for a page that starts at a day, where: ten characters of the day, and the number of
 * issues of the list that come before it. Without it, a deep page would read each issue before it. The days end where
 * they would cost more than that.
 * @param scope `rows` of a ScopeSql, see scopes.ts
 */
export function startOf(shape: PageShape, scope: SQL): SQL {
  const [first, beyond, outside] = shape.sort === "desc" ? ["max", "<", "9999-99-99"] : ["min", ">", "0000-00-00"];
  const states = statesOf(shape);
  const sum = (suffix: string) => sql.raw(states.map((state) => `d.${state}${suffix}`).join(" + "));
  const ownOfDay = (person: "author" | "assignee") => sql`(select count(*) ${own(shape, person)}
    and i.created_at between d.day and d.day || 'U')`;
  return sql`started as materialized (select head.*, (
    with recursive walk(scope_id, scope_sees_all, step, day, skipped, through) as (
      select scope_id, scope_sees_all, 0, ${quoted([outside])}, 0, 0 from ${scope}
      union all
      select scope_id, scope_sees_all, step + 1, d.day, through, through + ${sum("")} + case
          when scope_sees_all then ${sum("_confidential")} when ${sum("_confidential")} = 0 then 0
          else ${ownOfDay("author")} + ${ownOfDay("assignee")} end
        from walk cross join issue_days d on d.project_id = scope_id and d.day = (
          select ${sql.raw(first)}(n.day) from issue_days n where n.project_id = scope_id and n.day ${sql.raw(beyond)} walk.day)
        where through <= ${given("offset")}
      limit cast(${given("offset")} / ${sql.raw(String(ROWS_PER_DAY))} as integer))
    select day || skipped from walk order by step desc limit 1) as page_start
  from head)`;
}

/** The rows `c` of the counter of the list. */
function counterOf({ type }: PageShape, { by, id }: FilterKey): SQL {
  const isType = sql`c.target_type = ${quoted([type])}`;
  if (by === "label") return sql`label_counts c where c.label_id = page_key and ${isType}`;
  if (by === "author" && type === "Issue") {
    return sql`issue_counts c where c.author_id = page_key and c.project_id = scope_id`;
  }
  return sql`issuable_counts c where c.project_id = scope_id and ${isType} and c.filter = ${quoted([by])}
    and c.key_id = ${sql.raw(id === null ? "0" : "page_key")}`;
}

function totalOf(shape: PageShape): SQL {
  const { type, key } = shape;
  const states = statesOf(shape);
  const sum = (suffix: string) => sql.raw(states.map((state) => `${state}_${suffix}`).join(" + "));
  const counted =
    key !== null
      ? sql`coalesce((select sum(c.count) from ${counterOf(shape, key)} and c.state in (${quoted(states)})
          and (c.confidential = 0 or scope_sees_all)), 0)`
      : type === "Issue"
        ? sql`${sum("issues")} + case when scope_sees_all then ${sum("confidential_issues")} else 0 end`
        : sql`coalesce((select sum(c.count) from merge_request_counts c
            where c.project_id = scope_id and c.listed_state in (${quoted(states)})), 0)`;
  if (type === "MergeRequest") return counted;
  const count = (person: "author" | "assignee") => sql`(select count(*) ${own(shape, person)})`;
  return sql`${counted} + case when scope_sees_all then 0 else ${count("author")} + ${count("assignee")} end`;
}

/**
 * JSON of `total` and `page`, the ids of its issuables. A viewer who may list the merge requests of a project sees
 * all of them.
 * @param scope `rows` of a ScopeSql, see scopes.ts
 */
export function findProjectPage(shape: PageShape, scope: SQL): SQL {
  const key = shape.key?.id ? sql`, ${shape.key.id} as page_key` : sql``;
  const admitted = sql.raw(shape.type === "MergeRequest" ? "where scope_sees_all" : "");
  return sql`coalesce((with listed_scope as materialized (select scope.*${key} from ${scope} scope ${admitted})
    select json_object('total', ${totalOf(shape)}, 'page', json(${pageOf(shape)})) from listed_scope), '{"total":0,"page":[]}')`;
}
