// Lists of projects. A list consists of buckets (all projects of one visibility level, or those of one namespace and
// visibility level), whose sizes are counters and whose rows an index returns in order, and of single projects besides.
// The first page reads only the first rows of each bucket, independent of the number of projects.
import { type SQL, sql } from "drizzle-orm";
import { memberNamespaces, type ViewerKey, viewerCte } from "../../../permissions/visible.ts";
import type { VisibilityLevel } from "../../schema/namespaces.ts";
import { type RowOf, type Statement, selectPacked, selectWith, type Template, variants } from "../../statement.ts";
import { foundGroupCte, type GroupKey } from "../groups/row.ts";
import { type ViewerRow, viewerColumns } from "../viewer/viewer.ts";
import { givenFilters, type ProjectFilter, type ProjectFilterValues, projectFilters } from "./filters.ts";
import { named, namedIds, type ProjectScope, scopes } from "./list-scopes.ts";
import { type ProjectKey, type ProjectRow, projectColumns, projectJoins } from "./row.ts";

export const projectOrders = ["id", "name", "path", "created_at", "updated_at", "last_activity_at"] as const;

interface Shape {
  readonly scope: ProjectScope;
  readonly orderBy: (typeof projectOrders)[number];
  readonly sort: "asc" | "desc";
  /** Filters without a counter: a search text, projects that the viewer owns, projects that they starred. */
  readonly searched: boolean;
  readonly owned: boolean;
  readonly starred: boolean;
  /** Further filters without a counter, each with a placeholder of its name. */
  readonly filters?: readonly ProjectFilter[];
  /** True if the list has archived projects beside the others. */
  readonly anyArchived?: boolean;
  /** False if nobody needs the total. */
  readonly isCounted?: boolean;
  /** Includes {@link ProjectStatisticsRow}. */
  readonly statistics: boolean;
}

export interface ProjectListQuery extends Omit<Shape, "searched" | "filters" | "anyArchived"> {
  readonly filters?: ProjectFilterValues;
  /** For scope `group`. */
  readonly group?: GroupKey;
  /** For scope `user`: the name of the user, or the id. */
  readonly username?: string | null;
  readonly userId?: number | null;
  /** For scope `forks`: their source. */
  readonly source?: ProjectKey;
  /** Null for both. */
  readonly archived: boolean | null;
  readonly visibility: VisibilityLevel | null;
  /** Case-insensitive part of name, path, description or the namespace's name. */
  readonly search: string | null;
  readonly limit: number;
  readonly offset: number;
}

const archived = sql.placeholder("archived");
const visibility = sql.placeholder("visibility");
const wanted = (p: string, { anyArchived }: Shape) =>
  sql`${anyArchived ? sql`1` : sql`${sql.raw(p)}.archived = ${archived}`} and ${sql.raw(p)}.visibility_level = coalesce(${visibility}, ${sql.raw(p)}.visibility_level)`;

/** CTEs: viewer, those {@link named}, and the parts of the list: server_bucket, nested_bucket, single. */
function parts(shape: Shape): SQL[] {
  const { open, namespaces, nested, singles } = scopes[shape.scope];
  return [
    viewerCte,
    ...(named[shape.scope] ?? []),
    sql`listed_namespace as (${namespaces})`,
    sql`server_bucket as (
      select t.visibility_level as bucket_level, t.archived as bucket_archived, t.count as bucket_size, viewer.* from viewer cross join project_totals t
      where ${wanted("t", shape)} and t.count > 0 and ${open("t.visibility_level")})`,
    sql`nested_bucket as (
      select c.namespace_id as bucket_namespace, c.visibility_level as bucket_level, c.archived as bucket_archived, c.count as bucket_size,
        viewer.*
      from viewer cross join listed_namespace cross join project_counts c
      where c.namespace_id = mine_id and ${wanted("c", shape)} and c.count > 0 and not ${open("c.visibility_level")} and ${nested("c.visibility_level")})`,
    sql`single as (
      select sp.id as single_id, viewer.* from viewer cross join (${singles}) mine cross join projects sp on sp.id = mine.mine_id
      where ${wanted("sp", shape)} and ${narrowed("sp", shape)} and not ${open("sp.visibility_level")}
        and not (sp.namespace_id in (select mine_id from listed_namespace) and ${nested("sp.visibility_level")}))`,
  ];
}

/** The filters without a counter, for project `p`. */
function narrowed(p: string, { searched, owned, starred, filters: names = [] }: Shape): SQL {
  const project = sql.raw(p);
  const search = sql.placeholder("search");
  const conditions = [sql`1`, ...names.map((name) => projectFilters[name](p))];
  if (searched) {
    conditions.push(sql`(instr(lower(${project}.name), lower(${search})) or instr(lower(${project}.path), lower(${search}))
      or instr(lower(coalesce(${project}.description, '')), lower(${search}))
      or instr((select lower(name) from namespaces where id = ${project}.namespace_id), lower(${search})))`);
  }
  if (owned) conditions.push(sql`${project}.namespace_id in (${memberNamespaces(50)})`);
  if (starred) {
    conditions.push(
      sql`exists (select 1 from stars, viewer where user_id = viewer.viewer_id and project_id = ${project}.id)`,
    );
  }
  return sql.join(conditions, sql` and `);
}

const isNarrowed = ({ searched, owned, starred, filters: names = [] }: Shape) =>
  searched || owned || starred || names.length > 0;

interface Bucket {
  readonly name: string;
  /** The condition for project `q` to be in it. */
  readonly holds: SQL;
  /** Prefix of the names of the indexes that have its projects in order, see {@link indexNames}. */
  readonly indexes: string;
}

const buckets: readonly Bucket[] = [
  { name: "server_bucket", holds: sql`q.visibility_level = bucket_level`, indexes: "projects_of_visibility" },
  {
    name: "nested_bucket",
    holds: sql`q.namespace_id = bucket_namespace and q.visibility_level = bucket_level`,
    indexes: "projects_in_namespace",
  },
];

const indexNames: Record<Shape["orderBy"], string> = {
  id: "by_id",
  name: "by_name",
  path: "by_path",
  created_at: "by_created",
  updated_at: "by_updated",
  last_activity_at: "by_activity",
};

/** The size of the list: from counters, or by a count if a filter has no counter. */
function total(shape: Shape): SQL<number> {
  if (shape.isCounted === false) return sql<number>`0`;
  const sizes = buckets.map(({ name, holds }) =>
    isNarrowed(shape)
      ? sql`(select count(*) from ${sql.raw(name)} cross join projects q on ${holds} and q.archived = bucket_archived
          where ${narrowed("q", shape)})`
      : sql`(select coalesce(sum(bucket_size), 0) from ${sql.raw(name)})`,
  );
  return sql<number>`(${sql.join(sizes, sql` + `)} + (select count(*) from single))`;
}

const viewerNames = sql.raw("viewer_id, viewer_admin, viewer_internal, viewer_today");

/**
 * Ids and sort keys of as many rows of each part as the page may need. A bucket's first rows are one JSON array,
 * because a joined subquery in SQLite cannot refer to the bucket. The viewer's columns are passed on, because another
 * join would read the viewer once per row.
 */
function candidates(shape: Shape, reach: SQL): SQL {
  const key = sql.raw(shape.orderBy);
  const direction = sql.raw(shape.sort);
  const firsts = buckets.map(
    ({ name, holds, indexes }) => sql`
    select first.value ->> 0 as candidate_id, first.value ->> 1 as candidate_key, ${viewerNames}
    from ${sql.raw(name)} cross join json_each((select json_group_array(json_array(f.id, f.${key})) from (
      select q.id, q.${key} from projects q indexed by ${sql.raw(`${indexes}_${indexNames[shape.orderBy]}`)}
      where ${holds} and q.archived = bucket_archived and ${narrowed("q", shape)}
      order by q.${key} ${direction}, q.id ${direction} limit ${reach}) f)) first`,
  );
  return sql`${sql.join(firsts, sql` union all `)}
    union all select c.id, c.${key}, ${viewerNames} from single cross join projects c on c.id = single_id`;
}

/** @param most the rows of the first page, if the statement has no placeholders for a page */
function page(shape: Shape, most?: number): SQL {
  const direction = sql.raw(shape.sort);
  const value = (name: string, fixed = most) =>
    fixed === undefined ? sql`${sql.placeholder(name)}` : sql.raw(`${fixed}`);
  return sql`page as (select * from (${candidates(shape, value("reach"))})
    order by candidate_key ${direction}, candidate_id ${direction}
    limit ${value("limit")} offset ${value("offset", most && 0)})`;
}

const keyOf = (shape: Shape) => JSON.stringify(shape);

/**
 * CTEs of the viewer's projects, the most recently active first: `page` has as many as `limit`, column candidate_id.
 * Takes the values of {@link recentlyActive}.
 * @param most instead of `limit`
 */
export const recentlyActiveCtes = (most?: number): SQL[] => {
  const shape: Shape = {
    scope: "authorized",
    orderBy: "last_activity_at",
    sort: "desc",
    searched: false,
    owned: false,
    starred: false,
    statistics: false,
  };
  return [...parts(shape), page(shape, most)];
};

export const recentlyActive = (viewer: ViewerKey, limit: number) => ({
  ...viewer,
  archived: 0,
  visibility: null,
  limit,
  offset: 0,
  reach: limit,
});

const viewerTemplates = variants(
  (shape: Shape): Template<ProjectListViewerRow> =>
    selectWith(
      [...parts(shape), ...(shape.scope === "group" ? [foundGroupCte] : [])],
      {
        ...viewerColumns,
        named_id: namedIds[shape.scope] ?? sql<number | null>`null`,
        total: total(shape),
      },
      sql`from viewer`,
    ),
  keyOf,
);

const statisticsColumns = {
  commit_count: sql<number>`coalesce(ps.commit_count, 0)`,
  repository_size: sql<number>`coalesce(ps.repository_size, 0)`,
};

export type ProjectStatisticsRow = RowOf<typeof statisticsColumns>;

/** With statistics if the query requested them. */
export type ListedProjectRow = ProjectRow & Partial<ProjectStatisticsRow>;

const rowTemplates = variants((shape: Shape): Template<ListedProjectRow> => {
  const direction = sql.raw(shape.sort);
  return selectPacked(
    [...parts(shape), page(shape)],
    { ...projectColumns, ...(shape.statistics && statisticsColumns) },
    ["description", "tag_list", "namespace_description", "shared_with"],
    sql`from page cross join projects p on p.id = candidate_id ${projectJoins("join")}
      ${shape.statistics ? sql`left join project_statistics ps on ps.project_id = p.id` : sql``}
      order by candidate_key ${direction}, candidate_id ${direction}`,
  );
}, keyOf);

/** `named_id` is null for scopes without a name, and for a group or project that the viewer may not see. */
export type ProjectListViewerRow = ViewerRow & { named_id: number | null; total: number };

/** Two statements for one batch: the viewer with the list's size, and the rows of the page. */
export function listProjects(
  viewer: ViewerKey,
  query: ProjectListQuery,
): [Statement<ProjectListViewerRow>, Statement<ListedProjectRow>] {
  const { scope, orderBy, sort, owned, starred, statistics, search, group, limit, offset } = query;
  const shape: Shape = {
    ...{ scope, orderBy, sort, owned, starred, statistics, searched: search !== null },
    ...(query.filters && { filters: givenFilters(query.filters) }),
    ...(query.archived === null && { anyArchived: true }),
    ...(query.isCounted === false && { isCounted: false }),
  };
  const values = {
    ...viewer,
    ...group,
    ...query.source,
    username: query.username ?? null,
    user_id: query.userId ?? null,
    ...query.filters,
    archived: query.archived ? 1 : 0,
    visibility: query.visibility,
    search,
    limit,
    offset,
    reach: limit + offset,
  };
  return [viewerTemplates(shape).with(values), rowTemplates(shape).with(values)];
}
