// Lists of everything for viewers who see too many projects to read each of them: issuables are walked in the list's
// order, or found in the search index, and the visibility of each is decided by itself.
import { type SQL, sql } from "drizzle-orm";
import {
  isAuthorOrAssignee,
  projectLevel,
  readsCodeAt,
  seesConfidentialAt,
  visibleAt,
  visibleIssue,
  visibleLevel,
} from "../../../permissions/visible.ts";
import { conditions, features, givenSearch, statesOf, tables } from "./filters.ts";
import { pageOfMatches, searchIn } from "./matches.ts";
import { andState, isIndexed, type ListShape } from "./shape.ts";

/** Issuables that a list looks at, visible or not, until it has its matches: so many more than there are before the page. */
const MOST_WALKED = 10_000;

/** Those before a page count up to here. */
const MOST_SKIPPED = 50_000;

/** Matches that are counted beyond the page. */
const COUNTED_AHEAD = 1_000;

/** The newest titles, and as many descriptions, in which a search finds its words. */
export const MOST_FOUND = 5_000;

/** A literal: compounds are limited by the number of their terms, not of their rows. */
const number = (value: number): SQL => sql.raw(String(value));

/** Column candidate_id, in the order of the list. Each state is a run of an index, and they are merged. */
function inIndexOrder({ type, state, orderBy, sort }: ListShape): SQL {
  const column = orderBy === "updated_at" ? "updated" : "created";
  const stateColumn = type === "Issue" ? "state" : "listed_state";
  const runs = (state === "all" ? statesOf(type) : [state]).map(
    (one) => `select i.id as candidate_id, i.${column}_at as candidate_at from ${tables[type]} i
      indexed by ${tables[type]}_by_${column} where i.${stateColumn} = '${one}'`,
  );
  const direction = isIndexed(orderBy) ? sort : "desc";
  return sql`${sql.raw(runs.join(" union all "))} order by 2 ${sql.raw(direction)}, 1 ${sql.raw(direction)}
    limit ${budgetOf(orderBy)}`;
}

/** In an order without an index, all matches are sorted for each page. */
const budgetOf = (orderBy: ListShape["orderBy"]): SQL =>
  isIndexed(orderBy)
    ? sql`min(${sql.placeholder("offset")}, ${number(MOST_SKIPPED)}) + ${number(MOST_WALKED)}`
    : number(MOST_WALKED);

/** Issuables that are looked at for a page. */
export const budgetAt = (offset: number): number => Math.min(offset, MOST_SKIPPED) + MOST_WALKED;

/** Column candidate_id, in no order. */
function inSearchIndex(shape: ListShape): SQL | null {
  const search = givenSearch(shape.filters);
  if (search === undefined) return null;
  const hits = searchIn(shape.type, search).map(
    ({ index, column }) => sql`select candidate_id from (select rowid as candidate_id from ${index}
      where ${index} match ${column} || ${sql.placeholder(search)} order by rowid desc limit ${number(MOST_FOUND)})`,
  );
  return sql.join(hits, sql` union `);
}

const level = projectLevel("p", "n");
const isOpen = visibleLevel("p.visibility_level");

const isVisible = ({ type, isUnarchived }: ListShape): SQL => sql`p.${sql.raw(features[type])} = 1
  ${isUnarchived ? sql`and p.archived = 0` : sql``} and ${visibleAt(isOpen, level)}
  and ${
    type === "Issue"
      ? visibleIssue("i", seesConfidentialAt(level))
      : sql`(${readsCodeAt(isOpen, level)} or ${isAuthorOrAssignee("i")})`
  }`;

/**
 * As {@link findMatches}, for all projects. `total` counts at most 1,000 matches beyond the page; `is_partial` is 1 if
 * fewer were found, and there are more issuables than are looked at.
 */
export function findByWalking(shape: ListShape): SQL {
  const hits = inSearchIndex(shape);
  const candidates = hits ?? inIndexOrder(shape);
  const table = sql.raw(tables[shape.type]);
  const wanted = sql`${sql.placeholder("offset")} + ${sql.placeholder("limit")} + ${number(COUNTED_AHEAD)}`;
  const hasEnd = hits === null && isIndexed(shape.orderBy);
  const rest = shape.filters.map((name) => sql` and ${conditions[name](shape.type)}`);
  const matches = sql`from (
      select i.id as walked_id, p.path as scope_path, n.path as scope_namespace
      from (${candidates}) cross join ${table} i on i.id = candidate_id
        cross join projects p on p.id = i.project_id cross join namespaces n on n.id = p.namespace_id
      where ${isVisible(shape)}${sql.join(rest)}${sql.raw(andState(shape))} ${hasEnd ? sql`limit ${wanted}` : sql``})
    cross join ${table} i on i.id = walked_id`;
  const hasMore = sql`exists (select 1 from (${candidates}) limit 1 offset ${budgetOf(shape.orderBy)} - 1)`;
  const isPartial =
    hits === null ? sql`case when ${hasEnd ? sql`count(*) < ${wanted}` : sql`1`} then ${hasMore} else 0 end` : sql`0`;
  return pageOfMatches(shape, matches, sql`'is_partial', ${isPartial}, `);
}
