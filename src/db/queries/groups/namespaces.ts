// Namespaces: lists, and the target namespace of a project.
import { sql } from "drizzle-orm";
import { directGroupLevel, memberNamespaces, type ViewerKey, viewerCte } from "../../../permissions/visible.ts";
import { namespaces } from "../../schema/index.ts";
import { columnsOf, type RowOf, type Statement, selectWith } from "../../statement.ts";
import { type ViewerRow, viewerColumns } from "../viewer/viewer.ts";
import { selectWithViewer, type WithViewer } from "../viewer/with-viewer.ts";

const namespaceColumns = columnsOf(namespaces, "n");

export type NamespaceRow = RowOf<typeof namespaceColumns>;

const search = sql.placeholder("search");
const matches = sql`(${search} is null or instr(lower(n.name), lower(${search})) or instr(lower(n.path), lower(${search})))`;
const mine = sql`(${memberNamespaces(10)})`;

/** For administrators. As a range condition it keeps the order of ids, which a join with the viewer would not. */
const everything = sql`from namespaces n
  where n.id > (select case when viewer_admin = 1 then 0 end from viewer) and ${matches}`;
const own = sql`from viewer cross join ${mine} owned cross join namespaces n on n.id = owned.mine_id
  where viewer_admin = 0 and ${matches}`;

const listTemplate = selectWith(
  [viewerCte],
  namespaceColumns,
  sql`from (
      select listed_id from (select n.id as listed_id ${everything} order by n.id limit ${sql.placeholder("reach")})
      union all select n.id ${own}) cross join namespaces n on n.id = listed_id
    order by listed_id limit ${sql.placeholder("limit")} offset ${sql.placeholder("offset")}`,
);

const countOwn = sql`(select count(*) ${own})`;
const countTemplate = selectWith(
  [viewerCte],
  { ...viewerColumns, total: sql<number>`((select count(*) ${everything}) + ${countOwn})` },
  sql`from viewer`,
);
/** Each user has one namespace, so the number of all namespaces is users plus groups. */
const counterTemplate = selectWith(
  [viewerCte],
  {
    ...viewerColumns,
    total: sql<number>`(case when viewer_admin = 1 then (select coalesce(sum(count), 0) from user_totals)
      + (select coalesce(sum(count), 0) from group_totals) else ${countOwn} end)`,
  },
  sql`from viewer`,
);

const owned = sql`from viewer cross join (${memberNamespaces(50)}) owned cross join namespaces n on n.id = owned.mine_id
  where ${matches}`;

const ownedTemplate = selectWith(
  [viewerCte],
  namespaceColumns,
  sql`${owned} order by n.id limit ${sql.placeholder("limit")} offset ${sql.placeholder("offset")}`,
);

const countOwnedTemplate = selectWith(
  [viewerCte],
  { ...viewerColumns, total: sql<number>`(select count(*) ${owned})` },
  sql`from viewer`,
);

export interface NamespaceListQuery {
  /** Case-insensitive part of name or path. */
  readonly search: string | null;
  /** Only the viewer's own namespace, and the groups that they own. */
  readonly owned: boolean;
  readonly limit: number;
  readonly offset: number;
}

/**
 * Two statements: the viewer with the total, and the page. The viewer's own namespace and groups; all for
 * administrators.
 */
export function listNamespaces(
  viewer: ViewerKey,
  { owned: isOwned, ...query }: NamespaceListQuery,
): [Statement<ViewerRow & { total: number }>, Statement<NamespaceRow>] {
  const values = { ...viewer, ...query, reach: query.limit + query.offset };
  if (isOwned) return [countOwnedTemplate.with(values), ownedTemplate.with(values)];
  return [(query.search === null ? counterTemplate : countTemplate).with(values), listTemplate.with(values)];
}

const findTemplate = selectWithViewer(
  [viewerCte],
  namespaceColumns,
  sql`from viewer left join namespaces n on n.id = coalesce(
      ${sql.placeholder("namespace_id")},
      (select k.id from namespaces k where lower(k.path) = lower(${sql.placeholder("namespace_path")})))
    and (viewer_admin = 1 or n.id in ${mine})`,
);

/** The viewer and the namespace with this id or path, if it is among those that {@link listNamespaces} lists. */
export const findNamespace = (
  viewer: ViewerKey,
  { id, path }: { readonly id: number | null; readonly path: string | null },
): Statement<WithViewer<NamespaceRow>> => findTemplate.with({ ...viewer, namespace_id: id, namespace_path: path });

const takenTemplate = selectWith(
  [viewerCte],
  {
    ...viewerColumns,
    is_taken: sql<0 | 1>`exists (select 1 from namespaces where lower(path) = lower(${sql.placeholder("path")}))`,
  },
  sql`from viewer`,
);

/** If a namespace has the path, visible to the viewer or not: nobody else can take it. */
export const findPathTaken = (viewer: ViewerKey, path: string): Statement<ViewerRow & { is_taken: 0 | 1 }> =>
  takenTemplate.with({ ...viewer, path });

/** The namespace for a project, with the viewer's level in it. */
const targetColumns = {
  ...namespaceColumns,
  viewer_owns: sql<0 | 1>`(n.owner_id is not null and n.owner_id = viewer_id)`,
  access_level: sql<number>`coalesce(${directGroupLevel("n.id")}, 0)`,
};

export type TargetNamespaceRow = RowOf<typeof targetColumns>;

const targetTemplate = selectWithViewer(
  [viewerCte],
  targetColumns,
  sql`from viewer left join namespaces n on n.id = coalesce(
    ${sql.placeholder("namespace_id")},
    (select k.id from namespaces k where lower(k.path) = lower(${sql.placeholder("namespace_path")})),
    (select k.id from namespaces k where k.name = ${sql.placeholder("namespace_path")}),
    case when ${sql.placeholder("namespace_path")} is null
      then (select k.id from namespaces k where k.owner_id = viewer_id) end)`,
);

/** The viewer and the namespace with this id, or with this path or name; the viewer's own if both are null. */
export const findTargetNamespace = (
  viewer: ViewerKey,
  id: number | null,
  path: string | null,
): Statement<WithViewer<TargetNamespaceRow>> =>
  targetTemplate.with({ ...viewer, namespace_id: id, namespace_path: path });
