// The projects of a list of issues or merge requests: one project, those of a group, or all that the viewer may see.
import { type SQL, sql } from "drizzle-orm";
import {
  groupLevel,
  individualProjects,
  memberNamespaces,
  projectLevel,
  readsCodeAt,
  seesConfidentialAt,
  unexpired,
  visibleAt,
  visibleLevel,
} from "../../../permissions/visible.ts";
import type { IssuableType } from "../../schema/issuables.ts";
import { namedGroupId } from "../groups/row.ts";
import { namedProjectId } from "../projects/row.ts";
import { type FilterName, features, tables, userNamed } from "./filters.ts";
import type { ListShape } from "./shape.ts";

/** The SQL that finds the projects of a scope. */
export interface ScopeSql {
  /**
   * CTEs after `viewer`. The last, `head`: the viewer, the named record if visible, and the values for {@link rows}.
   */
  readonly head: SQL;
  /** The column of `head` that is null if the viewer may not see the named project or group. */
  readonly found: "tracker_id" | "listed_group_id" | null;
  /**
   * For subqueries of a row of `head`: the projects whose issuables the viewer may read. Columns: scope_id, scope_sees_all
   * (true if the viewer sees all issuables, confidential issues too), scope_path, scope_namespace, and the counters.
   */
  readonly rows: SQL;
  /** True for a row of `head` where there are more projects than a list reads, and none is; null where all are read. */
  readonly isMany: SQL | null;
}

/** Projects that a list of everything reads. */
export const MOST_PROJECTS = 1_000;

const counters = [
  "opened_issues",
  "closed_issues",
  "opened_confidential_issues",
  "closed_confidential_issues",
] as const;

/** The columns that are read of a listed project. */
const listedColumns = sql.raw(
  ["id", "path", "visibility_level", "issues_enabled", "merge_requests_enabled", ...counters]
    .map((name) => `np.${name}`)
    .join(", "),
);

/** For a row with the columns of a project. @param level the viewer's level on it */
const isVisible = (level: SQL): SQL => visibleAt(visibleLevel("visibility_level"), level);

/** As {@link isVisible}: the viewer sees all issuables of the project. */
const seesAll = (type: IssuableType, level: SQL): SQL =>
  type === "Issue" ? seesConfidentialAt(level) : readsCodeAt(visibleLevel("visibility_level"), level);

const projectScope = ({ type }: ListShape): ScopeSql => ({
  head: sql`listed as materialized (
      select viewer.*, ${listedColumns}, nn.path as tracker_namespace, ${projectLevel("np", "nn")} as found_level
      from viewer left join projects np on np.id = ${namedProjectId} left join namespaces nn on nn.id = np.namespace_id),
    head as materialized (
      select listed.*, case when ${isVisible(sql`found_level`)} then id end as tracker_id
      from listed)`,
  found: "tracker_id",
  rows: sql`(select tracker_id as scope_id, ${seesAll(type, sql`found_level`)} as scope_sees_all, path as scope_path,
    tracker_namespace as scope_namespace, ${sql.raw(counters.join(", "))}
    where tracker_id is not null and ${sql.raw(features[type])} = 1)`,
  isMany: null,
});

/**
 * `place`: the projects that the viewer may see, with {@link ScopeSql.rows}' columns.
 * @param ids a select of distinct project ids, as place_id
 */
const visiblePlaces = (type: IssuableType, ids: SQL): SQL => sql`levelled_place as materialized (
    select p.*, n.path as place_namespace, ${projectLevel("p", "n")} as place_level, viewer.*
    from viewer cross join (${ids}) cross join projects p on p.id = place_id cross join namespaces n on n.id = p.namespace_id),
  place as materialized (
    select id as scope_id, ${sql.raw(features[type])} as scope_enabled, archived as scope_archived,
      ${seesAll(type, sql`place_level`)} as scope_sees_all,
      path as scope_path, place_namespace as scope_namespace, ${sql.raw(counters.join(", "))}
    from levelled_place where ${isVisible(sql`place_level`)})`;

const places = ({ isUnarchived }: ListShape): SQL =>
  sql`(select * from place where scope_enabled = 1${sql.raw(isUnarchived ? " and scope_archived = 0" : "")})`;

/** The group's own projects, and those shared with it. A viewer who sees one of them also sees the group. */
const groupScope = (shape: ListShape): ScopeSql => ({
  head: sql`named as materialized (
      select viewer.*, g.id as named_id, ${visibleAt(visibleLevel("g.visibility_level"), groupLevel("g"))} as named_open
      from viewer left join namespaces g on g.id = ${namedGroupId} and g.kind = 'group'),
    ${visiblePlaces(
      shape.type,
      sql`select gp.id as place_id from named cross join projects gp on gp.namespace_id = named_id
      union select gl.project_id from named cross join project_group_links gl on gl.group_id = named_id
        and ${sql.raw(unexpired("gl").replaceAll("viewer_today", "named.viewer_today"))}`,
    )},
    head as materialized (
      select named.*, case when named_open or exists (select 1 from place) then named_id end as listed_group_id from named)`,
  found: "listed_group_id",
  rows: places(shape),
  isMany: null,
});

const viewerId = sql`(select viewer_id from viewer)`;

/** The user by whom a filter narrows a list, and the column that has their id. */
const people: readonly (readonly [FilterName, column: string, user: SQL])[] = [
  ["own", "author_id", viewerId],
  ["mine", "assignee_id", viewerId],
  ["reviewing", "reviewer_id", viewerId],
  ["reviewer", "reviewer_id", sql`${sql.placeholder("reviewer")}`],
  ["reviewer_name", "reviewer_id", userNamed("reviewer_name")],
  ["assignee", "assignee_id", sql`${sql.placeholder("assignee")}`],
  ["assignee_name", "assignee_id", userNamed("assignee_name")],
  ["author", "author_id", sql`${sql.placeholder("author")}`],
  ["author_name", "author_id", userNamed("author_name")],
];

/** The projects where a user has issuables, by one step in an index for each project. */
function placesOf(type: IssuableType, column: string, user: SQL): SQL {
  if (type === "Issue" && column === "author_id") {
    return sql`select distinct ic.project_id as place_id from issue_counts ic where ic.author_id = ${user} and ic.count > 0`;
  }
  const next = sql`select min(pi.project_id) from ${sql.raw(tables[type])} pi where pi.${sql.raw(column)} = ${user}`;
  return sql`with recursive concerned(place_id) as (${next} union all
      select (${next} and pi.project_id > place_id) from concerned where place_id is not null)
    select place_id from concerned where place_id is not null`;
}

/** `union` reads all rows of its parts, whatever its own limit. */
const enough = (ids: SQL): SQL => sql`select * from (${ids} limit ${sql.raw(String(MOST_PROJECTS + 1))})`;

/**
 * `open_place`: the projects that the viewer may see, by their visibility or as a member, as place_id. A few more than
 * {@link MOST_PROJECTS} if there are more.
 */
export const openPlaceCte = sql`open_place as materialized (
  ${enough(sql`select op.id as place_id from viewer cross join projects op
    on op.visibility_level >= case when viewer_admin then 0 when viewer_internal then 10 else 20 end`)}
  union ${enough(sql`${individualProjects}`)}
  union ${enough(sql`select mp.id from (${memberNamespaces(10)}) member
    cross join projects mp on mp.namespace_id = member.mine_id`)})`;

/** True if `open_place` has more than a list reads. */
export const isMany = sql`((select count(*) from open_place) > ${sql.raw(String(MOST_PROJECTS))})`;

function everywhere(shape: ListShape): ScopeSql {
  const [, column, user] = people.find(([name]) => shape.filters.includes(name)) ?? [];
  const head = sql`head as materialized (select viewer.* from viewer)`;
  const rows = places(shape);
  if (column !== undefined && user !== undefined) {
    const ids = placesOf(shape.type, column, user);
    return { head: sql`${visiblePlaces(shape.type, ids)}, ${head}`, found: null, rows, isMany: null };
  }
  const ids = sql`select place_id from open_place
    limit case when ${isMany} then 0 else ${sql.raw(String(MOST_PROJECTS))} end`;
  return { head: sql`${openPlaceCte}, ${visiblePlaces(shape.type, ids)}, ${head}`, found: null, rows, isMany };
}

export const scopeOf = (shape: ListShape): ScopeSql =>
  ({ project: projectScope, group: groupScope, everywhere })[shape.scope](shape);
