// Lists of issuables that no counter covers: several filters, search texts, filters of several projects. The most selective
// filter with an index leads, and the others are conditions on its rows. All matches are read once, for page and total.
import { type SQL, sql } from "drizzle-orm";
import type { IssuableType } from "../../schema/issuables.ts";
import {
  conditions,
  elementsOf,
  type FilterName,
  givenSearch,
  milestonesOfScope,
  tables,
  visibleInScope,
} from "./filters.ts";
import { andState, isIndexed, type ListShape, type SortedOrder } from "./shape.ts";

/** Matches that are sorted where no index has the order. */
export const MOST_SORTED = 10_000;

const table = (type: IssuableType): SQL => sql.raw(tables[type]);

/** @param filter the filter with the title or the titles */
const labelHits = (type: IssuableType, scope: SQL, filter: FilterName): SQL => sql`(
    select distinct ll.target_id as hit_id, scope.* from ${scope} scope
    cross join labels lb on lb.project_id = scope_id
      and lb.title in (${filter === "label" ? sql.placeholder(filter) : elementsOf(filter)})
    cross join label_links ll on ll.label_id = lb.id and ll.target_type = '${sql.raw(type)}')
  cross join ${table(type)} i on i.id = hit_id`;

/** The index has a unique trigram for each project: its id in digits of base 20,000. */
const trigram = sql.raw(
  "char(19968 + scope_id / 400000000 % 20000, 19968 + scope_id / 20000 % 20000, 19968 + scope_id % 20000)",
);

/** The indexes of a search filter, and what restricts its text to their column. */
export const searchIn = (type: IssuableType, search: FilterName): { index: SQL; column: SQL }[] =>
  ["title", "description"].flatMap((column) =>
    search.startsWith("both") || search.startsWith(column)
      ? [{ index: sql.raw(`${tables[type].slice(0, -1)}_${column}_search`), column: sql.raw(`'${column} : '`) }]
      : [],
  );

/** Projects that one query of the index is limited to: it compares each match with all of them. */
const PROJECTS_AT_ONCE = 1_000;

/**
 * The search text, in many projects of the scope at once: in one after the other, each search would begin with the first
 * match of any project, which takes milliseconds where a text of a megabyte repeats one letter.
 */
function searchHits({ type, scope: kind }: ListShape, scope: SQL, search: FilterName): SQL {
  const quoted = sql`'"' || ${trigram} || '"'`;
  const parts = sql`(select group_concat(${quoted}, ' OR ') as trigrams
    from (select scope_id, row_number() over () / ${sql.raw(String(PROJECTS_AT_ONCE))} as part from ${scope}) group by part)`;
  const hits = searchIn(type, search).map(({ index, column }) => {
    const words = sql`${column} || ${sql.placeholder(search)} || ' AND scope : '`;
    // Joining the one part of a project would read each match twice. An empty text is nowhere.
    return kind === "project"
      ? sql`select rowid as hit_id from ${index}
          where ${index} match ${words} || ifnull((select ${quoted} from ${scope}), '""')`
      : sql`select rowid as hit_id from ${parts} cross join ${index}
          where ${index} match ${words} || '(' || trigrams || ')'`;
  });
  return sql`(${sql.join(hits, sql` union `)}) cross join ${table(type)} i on i.id = hit_id
    cross join ${scope} scope on scope_id = i.project_id`;
}

const milestoneNames = ["milestone", "milestone_id", "upcoming", "started"] as const;

const milestoneHits = (type: IssuableType, scope: SQL, condition: SQL): SQL =>
  sql`${scope} cross join milestones m on m.project_id = scope_id and ${condition}
    cross join ${table(type)} i on i.milestone_id = m.id and i.project_id = scope_id`;

/** The leading filter: the source of the candidates, and the condition that they satisfy already. */
function lead(shape: ListShape, scope: SQL): { from: SQL; satisfies: FilterName | null } {
  const { type, filters } = shape;
  const first = <const Name extends FilterName>(...names: readonly Name[]) =>
    names.find((name) => filters.some((given) => given === name));
  const search = givenSearch(filters);
  if (search !== undefined) return { from: searchHits(shape, scope, search), satisfies: search };
  const labels = first("label", "labels_any", "labels_all");
  const milestone = first(...milestoneNames);
  if (labels !== undefined && first("iids") === undefined) {
    return { from: labelHits(type, scope, labels), satisfies: labels === "labels_all" ? null : labels };
  }
  if (milestone !== undefined && first("iids") === undefined) {
    return { from: milestoneHits(type, scope, milestonesOfScope[milestone]), satisfies: milestone };
  }
  // SQLite finds the index of iid, assignee, author or reviewer.
  return { from: sql`${scope} cross join ${table(type)} i on i.project_id = scope_id`, satisfies: null };
}

const dueDate = sql`(select om.due_date from milestones om where om.id = i.milestone_id)`;
const labelPriority = (type: IssuableType): SQL => sql`(select min(ol.priority) from label_links oll
  join labels ol on ol.id = oll.label_id where oll.target_type = '${sql.raw(type)}' and oll.target_id = i.id)`;

const orders: Record<SortedOrder, (type: IssuableType) => SQL[]> = {
  title: () => [sql`lower(i.title)`],
  due_date: () => [sql`i.due_date`],
  merged_at: () => [sql`i.merged_at`],
  popularity: () => [sql`i.upvotes`],
  milestone_due: () => [dueDate],
  label_priority: (type) => [labelPriority(type)],
  priority: (type) => [dueDate, labelPriority(type)],
};

/** The matches, each with its place in the order. Issuables without a value of the order come last, as in GitLab. */
function numbered({ type, orderBy, sort }: ListShape, matches: SQL): SQL {
  const direction = sql.raw(sort);
  const columns = sql`i.id as match_id, scope_path, scope_namespace`;
  if (isIndexed(orderBy)) {
    return sql`select ${columns}, row_number() over (order by i.${sql.raw(orderBy)} ${direction}, i.id ${direction}) as place
      ${matches}`;
  }
  const keys = orders[orderBy](type);
  const named = keys.map((key, at) => sql`, ${key} as key_${sql.raw(String(at))}`);
  const ordered = keys.map((_, at) => sql`key_${sql.raw(`${at} ${sort}`)} nulls last, `);
  return sql`select match_id, scope_path, scope_namespace,
      row_number() over (order by ${sql.join(ordered)}match_id ${direction}) as place
    from (select ${columns}${sql.join(named)} ${matches} limit ${sql.raw(String(MOST_SORTED + 1))})`;
}

/**
 * JSON of `total` and `page` for one list, in a row of the CTE `head`. `page` is an array of [issuable id, path of its
 * project, path of its namespace], in order. One pass counts and numbers the matches, because SQLite evaluates a
 * correlated subquery again at each use. In a sorted order, the total is at most one more than {@link MOST_SORTED}.
 * @param scope `rows` of a ScopeSql, see scopes.ts
 */
export function findMatches(shape: ListShape, scope: SQL): SQL {
  const { from, satisfies } = lead(shape, scope);
  const rest = shape.filters.flatMap((name) => (name === satisfies ? [] : [sql` and ${conditions[name](shape.type)}`]));
  return pageOfMatches(
    shape,
    sql`from ${from} where ${visibleInScope(shape.type)}${sql.join(rest)}${sql.raw(andState(shape))}`,
  );
}

/**
 * @param matches issuables `i` with scope_path and scope_namespace, after `select`
 * @param also further members of the JSON
 */
export function pageOfMatches(shape: ListShape, matches: SQL, also: SQL = sql``): SQL {
  const offset = sql.placeholder("offset");
  return sql`(
    select json_object('total', count(*), ${also}'page', json_group_array(json_array(match_id, scope_path, scope_namespace))
      filter (where place > ${offset} and place <= ${offset} + ${sql.placeholder("limit")}))
    from (${numbered(shape, matches)}))`;
}
