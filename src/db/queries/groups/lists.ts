// Lists of groups: buckets by visibility level from counters and indexes, and the single groups of the viewer.
import { type SQL, sql } from "drizzle-orm";
import {
  individualProjects,
  unexpired,
  type ViewerKey,
  viewerCte,
  visibleLevel,
} from "../../../permissions/visible.ts";
import type { VisibilityLevel } from "../../schema/namespaces.ts";
import { type RowOf, type Statement, selectWith, type Template, variants } from "../../statement.ts";
import { type ViewerRow, viewerColumns } from "../viewer/viewer.ts";
import { type GroupRow, groupColumns } from "./row.ts";

/** Groups of which the viewer is a member, all groups they may see, those they own, or those where they have a level. */
export type GroupScope = "member" | "available" | "owned" | "level";

interface Shape {
  readonly scope: GroupScope;
  readonly orderBy: "id" | "name" | "path";
  readonly sort: "asc" | "desc";
  readonly narrowed: boolean;
  /** True if only groups of one visibility level are in the list. */
  readonly ofVisibility?: boolean;
  /** Includes {@link GroupStatisticsRow}. */
  readonly statistics: boolean;
}

export interface GroupListQuery extends Omit<Shape, "narrowed" | "ofVisibility"> {
  /** For scope `level`. */
  readonly minLevel?: number;
  readonly visibility?: VisibilityLevel | undefined;
  /** Case-insensitive part of name or path. */
  readonly search: string | null;
  /** Ids to leave out. */
  readonly skip: readonly number[];
  readonly limit: number;
  readonly offset: number;
}

const memberships = (level: number) =>
  sql.raw(`select mg.group_id as mine_id from viewer cross join group_members mg
    where mg.user_id = viewer_id and mg.access_level >= ${level} and ${unexpired("mg")}`);

interface ScopeSql {
  /** True if the list has all groups of a visibility level. */
  readonly open: (level: string) => SQL;
  readonly singles: SQL;
}

/** For administrators, `member` and `available` have all groups, and `owned` only those they own. */
const scopes: Record<GroupScope, ScopeSql> = {
  member: { open: () => sql`viewer_admin = 1`, singles: memberships(10) },
  available: {
    open: visibleLevel,
    singles: sql`${memberships(10)} union select ip.namespace_id from (${individualProjects}) mine
      cross join projects ip on ip.id = mine.mine_id`,
  },
  owned: { open: () => sql`0`, singles: memberships(50) },
  level: {
    open: () => sql`0`,
    singles: sql`${memberships(10)} and mg.access_level >= ${sql.placeholder("min_level")}`,
  },
};

function narrowed(g: string, shape: Shape): SQL {
  if (!shape.narrowed) return sql`1`;
  const group = sql.raw(g);
  const search = sql`lower(${sql.placeholder("search")})`;
  return sql`(${sql.placeholder("search")} is null or instr(lower(${group}.name), ${search}) or instr(lower(${group}.path), ${search}))
    and ${group}.id not in (select value from json_each(${sql.placeholder("skip")}))`;
}

const ofLevel = (row: string, { ofVisibility }: Shape): SQL =>
  ofVisibility ? sql`${sql.raw(row)}.visibility_level = ${sql.placeholder("visibility")}` : sql`1`;

function parts(shape: Shape): SQL[] {
  const { open, singles } = scopes[shape.scope];
  return [
    viewerCte,
    sql`bucket as (select t.visibility_level as bucket_level, t.count as bucket_size, viewer.*
      from viewer cross join group_totals t where t.count > 0 and ${open("t.visibility_level")} and ${ofLevel("t", shape)})`,
    sql`single as (select sg.id as single_id, viewer.* from viewer cross join (${singles}) mine
      cross join namespaces sg on sg.id = mine.mine_id and sg.kind = 'group'
      where not ${open("sg.visibility_level")} and ${ofLevel("sg", shape)} and ${narrowed("sg", shape)})`,
  ];
}

const viewerNames = sql.raw("viewer_id, viewer_admin, viewer_internal, viewer_today");

const inBucket = sql`q.kind = 'group' and q.visibility_level = bucket_level`;

const total = (shape: Shape) =>
  shape.narrowed
    ? sql<number>`((select count(*) from bucket cross join namespaces q on ${inBucket} where ${narrowed("q", shape)})
        + (select count(*) from single))`
    : sql<number>`((select coalesce(sum(bucket_size), 0) from bucket) + (select count(*) from single))`;

const keyOf = (shape: Shape) => JSON.stringify(shape);

const headTemplates = variants(
  (shape: Shape) => selectWith(parts(shape), { ...viewerColumns, total: total(shape) }, sql`from viewer`),
  keyOf,
);

const statisticsColumns = { repository_size: sql<number>`coalesce(gs.repository_size, 0)` };

export type GroupStatisticsRow = RowOf<typeof statisticsColumns>;

/** With statistics if the query requested them. */
export type ListedGroupRow = GroupRow & Partial<GroupStatisticsRow>;

const rowTemplates = variants((shape: Shape): Template<ListedGroupRow> => {
  const key = sql.raw(shape.orderBy);
  const direction = sql.raw(shape.sort);
  return selectWith(
    [
      ...parts(shape),
      sql`page as (select * from (
          select first.value ->> 0 as candidate_id, first.value ->> 1 as candidate_key, ${viewerNames}
          from bucket cross join json_each((select json_group_array(json_array(f.id, f.${key})) from (
            select q.id, q.${key} from namespaces q where ${inBucket} and ${narrowed("q", shape)}
            order by q.${key} ${direction}, q.id ${direction} limit ${sql.placeholder("reach")}) f)) first
          union all select c.id, c.${key}, ${viewerNames} from single cross join namespaces c on c.id = single_id)
        order by candidate_key ${direction}, candidate_id ${direction}
        limit ${sql.placeholder("limit")} offset ${sql.placeholder("offset")})`,
    ],
    { ...groupColumns, ...(shape.statistics && statisticsColumns) },
    sql`from page cross join namespaces g on g.id = candidate_id
      ${shape.statistics ? sql`left join namespace_statistics gs on gs.namespace_id = g.id` : sql``}
      order by candidate_key ${direction}, candidate_id ${direction}`,
  );
}, keyOf);

export type GroupListViewerRow = ViewerRow & { total: number };

/** Two statements for one batch: the viewer with the list's size, and the rows of the page. */
export function listGroups(
  viewer: ViewerKey,
  query: GroupListQuery,
): [Statement<GroupListViewerRow>, Statement<ListedGroupRow>] {
  const { scope, orderBy, sort, statistics, search, skip, limit, offset } = query;
  const { minLevel = 0, visibility } = query;
  const shape: Shape = {
    ...{ scope, orderBy, sort, statistics },
    narrowed: search !== null || skip.length > 0 || visibility !== undefined,
    ...(visibility !== undefined && { ofVisibility: true }),
  };
  const values = {
    ...{ ...viewer, search, skip: JSON.stringify(skip), limit, offset, reach: limit + offset },
    min_level: minLevel,
    visibility: visibility ?? null,
  };
  return [headTemplates(shape).with(values), rowTemplates(shape).with(values)];
}
