// How many members a group has at each level.
import { sql } from "drizzle-orm";
import { type ViewerKey, viewerCte } from "../../../permissions/visible.ts";
import type { AccessLevel } from "../../schema/namespaces.ts";
import { type RowOf, type Statement, selectWith } from "../../statement.ts";
import { foundGroupCte, type GroupKey } from "../groups/row.ts";

const columns = {
  access_level: sql<AccessLevel>`gm.access_level`,
  count: sql<number>`count(*)`,
};

const template = selectWith(
  [viewerCte, foundGroupCte],
  columns,
  sql`from found_group cross join group_members gm on gm.group_id = found_group_id
    group by gm.access_level order by gm.access_level desc`,
);

/** The highest level first; nothing for a group that the viewer may not see. Expired memberships count, as in lists. */
export const countMembersByLevel = (viewer: ViewerKey, key: GroupKey): Statement<RowOf<typeof columns>> =>
  template.with({ ...viewer, ...key });
