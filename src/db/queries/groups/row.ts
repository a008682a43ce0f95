// The columns of a group for its presenter, and the key that names a group in a statement.
import { sql } from "drizzle-orm";
import { groupLevel, visibleGroup } from "../../../permissions/visible.ts";
import { namespaces } from "../../schema/index.ts";
import { columnsOf, type RowOf } from "../../statement.ts";

export const groupColumns = {
  ...columnsOf(namespaces, "g"),
  /** The viewer's level, 0 to 50, without regard to being an administrator. */
  access_level: sql<number>`${groupLevel("g")}`,
};

export type GroupRow = RowOf<typeof groupColumns>;

/** Values of the placeholders that name a group: its id, or its path. */
export interface GroupKey {
  readonly group_id: number | null;
  readonly group_path: string | null;
}

export const groupKey = ({ id, path }: { id: number | null; path: string | null }): GroupKey => ({
  group_id: id,
  group_path: path,
});

export const namedGroupId = sql`coalesce(${sql.placeholder("group_id")}, (
  select kn.id from namespaces kn where lower(kn.path) = lower(${sql.placeholder("group_path")})))`;

/**
 * `named_group`: the named group, visible or not, for statements that list only what the viewer may see in it.
 * `sees_all`: true if the viewer sees every project in it, at any visibility level.
 */
export const namedGroupCte = sql`named_group as materialized (
  select ng.id as named_group_id, (viewer_admin = 1 or ${groupLevel("ng")} > 0) as sees_all
  from viewer cross join namespaces ng where ng.id = ${namedGroupId} and ng.kind = 'group')`;

/** `found_group`: the named group if the viewer may see it, else no row. */
export const foundGroupCte = sql`found_group as materialized (
  select fg.id as found_group_id from viewer cross join namespaces fg
  where fg.id = ${namedGroupId} and fg.kind = 'group' and ${visibleGroup("fg")})`;
