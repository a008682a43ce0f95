// Lists of projects. A list is made of buckets, whose sizes are counters and whose rows an index gives in order (all
// projects of one visibility, or those of one namespace and visibility), and of single projects the viewer belongs to
// besides. The first page reads the first rows of each bucket and no more, however many projects there are.
import { type SQL, sql } from "drizzle-orm";
import {
  individualProjects,
  memberNamespaces,
  unexpired,
  type ViewerKey,
  viewerCte,
  visibleLevel,
  visibleProject,
} from "../../permissions/visible.ts";
import type { VisibilityLevel } from "../schema/namespaces.ts";
import { type Statement, selectWith, type Template, variants } from "../statement.ts";
import { foundGroupCte, type GroupKey } from "./group-row.ts";
import { type ProjectRow, projectColumns, projectJoins } from "./project-row.ts";
import { type ViewerRow, viewerColumns } from "./viewer.ts";

export const projectOrders = ["id", "name", "path", "created_at", "updated_at", "last_activity_at"] as const;

/**
 * Which projects a list is about: those the viewer belongs to, those they may see, those they own, those they
 * starred, all there are, or those of a group with those shared with it.
 */
export type ProjectScope = "authorized" | "visible" | "owned" | "starred" | "all" | "group";

interface Shape {
  readonly scope: ProjectScope;
  readonly orderBy: (typeof projectOrders)[number];
  readonly sort: "asc" | "desc";
  /** Narrowings that no counter knows: a text to look for, what the viewer owns, what they starred. */
  readonly searched: boolean;
  readonly owned: boolean;
  readonly starred: boolean;
}

export interface ProjectListQuery extends Omit<Shape, "searched"> {
  /** Of scope `group`, which one. */
  readonly group?: GroupKey;
  readonly archived: boolean;
  readonly visibility: VisibilityLevel | null;
  /** Case-insensitive part of name, path, description or the namespace's name. */
  readonly search: string | null;
  readonly limit: number;
  readonly offset: number;
}

interface ScopeSql {
  /** Whether all projects of a visibility level belong to the list, whose ever they are. */
  readonly open: (level: string) => SQL;
  /** Namespaces whose projects belong to the list, column mine_id ... */
  readonly namespaces: SQL;
  /** ... and at which levels. */
  readonly nested: (level: string) => SQL;
  /** Single projects of the list, column mine_id; what a bucket holds already is left out later. */
  readonly singles: SQL;
}

const none = sql`select 0 as mine_id where 0`;
const never = () => sql`0`;
const always = () => sql`1`;

const scopes: Record<ProjectScope, ScopeSql> = {
  all: { open: always, namespaces: none, nested: never, singles: none },
  visible: {
    open: visibleLevel,
    namespaces: memberNamespaces(10),
    nested: always,
    singles: sql`${individualProjects}`,
  },
  authorized: { open: never, namespaces: memberNamespaces(10), nested: always, singles: sql`${individualProjects}` },
  owned: { open: never, namespaces: memberNamespaces(50), nested: always, singles: none },
  starred: {
    open: never,
    namespaces: none,
    nested: never,
    singles: sql`select st.project_id as mine_id from viewer cross join stars st
      join projects sp on sp.id = st.project_id join namespaces sn on sn.id = sp.namespace_id
      where st.user_id = viewer_id and ${visibleProject("sp", "sn")}`,
  },
  group: {
    open: never,
    namespaces: sql`select found_group_id as mine_id from found_group`,
    nested: (level) => sql`((select sees_all from found_group) or ${visibleLevel(level)})`,
    singles: sql`select l.project_id as mine_id from found_group cross join viewer
        join project_group_links l on l.group_id = found_group_id and ${sql.raw(unexpired("l"))}
        join projects lp on lp.id = l.project_id join namespaces ln on ln.id = lp.namespace_id
        where ${visibleProject("lp", "ln")}
      union select mine.mine_id from found_group cross join (${individualProjects}) mine
        join projects gp on gp.id = mine.mine_id and gp.namespace_id = found_group_id`,
  },
};

const archived = sql.placeholder("archived");
const visibility = sql.placeholder("visibility");
const wanted = (p: string) =>
  sql`${sql.raw(p)}.archived = ${archived} and ${sql.raw(p)}.visibility_level = coalesce(${visibility}, ${sql.raw(p)}.visibility_level)`;

/** viewer, found_group where there is one, and the parts of the list: server_bucket, nested_bucket, single. */
function parts(shape: Shape): SQL[] {
  const { open, namespaces, nested, singles } = scopes[shape.scope];
  return [
    viewerCte,
    ...(shape.scope === "group" ? [foundGroupCte] : []),
    sql`listed_namespace as (${namespaces})`,
    sql`server_bucket as (
      select t.visibility_level as bucket_level, t.count as bucket_size from viewer cross join project_totals t
      where ${wanted("t")} and t.count > 0 and ${open("t.visibility_level")})`,
    sql`nested_bucket as (
      select c.namespace_id as bucket_namespace, c.visibility_level as bucket_level, c.count as bucket_size
      from viewer cross join listed_namespace join project_counts c on c.namespace_id = mine_id
      where ${wanted("c")} and c.count > 0 and not ${open("c.visibility_level")} and ${nested("c.visibility_level")})`,
    sql`single as (
      select sp.id as single_id from viewer cross join (${singles}) mine join projects sp on sp.id = mine.mine_id
      where ${wanted("sp")} and ${narrowed("sp", shape)} and not ${open("sp.visibility_level")}
        and not (sp.namespace_id in (select mine_id from listed_namespace) and ${nested("sp.visibility_level")}))`,
  ];
}

/** What no counter knows of, on the project `p`. */
function narrowed(p: string, { searched, owned, starred }: Shape): SQL {
  const project = sql.raw(p);
  const search = sql.placeholder("search");
  const conditions = [sql`1`];
  if (searched) {
    conditions.push(sql`(instr(lower(${project}.name), lower(${search})) or instr(lower(${project}.path), lower(${search}))
      or instr(lower(coalesce(${project}.description, '')), lower(${search}))
      or instr((select lower(name) from namespaces where id = ${project}.namespace_id), lower(${search})))`);
  }
  if (owned) conditions.push(sql`${project}.namespace_id in (${memberNamespaces(50)})`);
  if (starred) {
    conditions.push(sql`exists (select 1 from stars, viewer where user_id = viewer_id and project_id = ${project}.id)`);
  }
  return sql.join(conditions, sql` and `);
}

const isNarrowed = ({ searched, owned, starred }: Shape) => searched || owned || starred;

const inServerBucket = (q: string) => sql.raw(`${q}.visibility_level = bucket_level`);
const inNestedBucket = (q: string) =>
  sql.raw(`${q}.namespace_id = bucket_namespace and ${q}.visibility_level = bucket_level`);

/** The size of the list: counters, unless something they know nothing of narrows it. */
function total(shape: Shape): SQL<number> {
  const size = (bucket: string, inBucket: SQL) =>
    isNarrowed(shape)
      ? sql`(select count(*) from ${sql.raw(bucket)} join projects q on ${inBucket} and q.archived = ${archived}
          where ${narrowed("q", shape)})`
      : sql`(select coalesce(sum(bucket_size), 0) from ${sql.raw(bucket)})`;
  return sql<number>`(${size("server_bucket", inServerBucket("q"))} + ${size("nested_bucket", inNestedBucket("q"))}
    + (select count(*) from single))`;
}

/** Ids and sort keys of enough rows of each part to make the page of. */
function candidates(shape: Shape): SQL {
  const key = sql.raw(shape.orderBy);
  const direction = sql.raw(shape.sort);
  const first = (bucket: string, inBucket: SQL) => sql`
    select c.id as candidate_id, c.${key} as candidate_key from ${sql.raw(bucket)} join projects c on c.id in (
      select q.id from projects q where ${inBucket} and q.archived = ${archived} and ${narrowed("q", shape)}
      order by q.${key} ${direction}, q.id ${direction} limit ${sql.placeholder("reach")})`;
  return sql`candidate as (
    ${first("server_bucket", inServerBucket("q"))}
    union all ${first("nested_bucket", inNestedBucket("q"))}
    union all select c.id, c.${key} from single join projects c on c.id = single_id)`;
}

function page({ sort }: Shape): SQL {
  const direction = sql.raw(sort);
  return sql`page as (select candidate_id, candidate_key from candidate
    order by candidate_key ${direction}, candidate_id ${direction}
    limit ${sql.placeholder("limit")} offset ${sql.placeholder("offset")})`;
}

const keyOf = (shape: Shape) => JSON.stringify(shape);

const headTemplates = variants(
  (shape: Shape): Template<ProjectListHead> =>
    shape.scope === "group"
      ? selectWith(
          parts(shape),
          { ...viewerColumns, group_id: sql<number | null>`found_group_id`, total: total(shape) },
          sql`from viewer left join found_group`,
        )
      : selectWith(
          parts(shape),
          { ...viewerColumns, group_id: sql<number | null>`null`, total: total(shape) },
          sql`from viewer`,
        ),
  keyOf,
);

const rowTemplates = variants((shape: Shape) => {
  const direction = sql.raw(shape.sort);
  return selectWith(
    [...parts(shape), candidates(shape), page(shape)],
    projectColumns,
    sql`from viewer cross join page cross join projects p on p.id = candidate_id ${projectJoins("join")}
      order by candidate_key ${direction}, candidate_id ${direction}`,
  );
}, keyOf);

/** `group_id` is null where the list is of no group, or of one the viewer may not see. */
export type ProjectListHead = ViewerRow & { group_id: number | null; total: number };

/** Two statements for one batch: the viewer with the list's size, and the rows of its page. */
export function listProjects(
  viewer: ViewerKey,
  query: ProjectListQuery,
): [Statement<ProjectListHead>, Statement<ProjectRow>] {
  const { scope, orderBy, sort, owned, starred, search, group, limit, offset } = query;
  const shape: Shape = { scope, orderBy, sort, owned, starred, searched: search !== null };
  const values = {
    ...viewer,
    ...group,
    archived: query.archived ? 1 : 0,
    visibility: query.visibility,
    search,
    limit,
    offset,
    reach: limit + offset,
  };
  return [headTemplates(shape).with(values), rowTemplates(shape).with(values)];
}
