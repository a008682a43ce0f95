// The viewer's star on a project, and the namespaces that they may fork it to.
import { sql } from "drizzle-orm";
import { unexpired, type ViewerKey, viewerCte } from "../../../permissions/visible.ts";
import type { Flag } from "../../schema/columns.ts";
import { type Statement, selectWith } from "../../statement.ts";
import { namedProjectId, type ProjectKey } from "./row.ts";

const starTemplate = selectWith(
  [viewerCte],
  {
    starred: sql<Flag>`exists (select 1 from stars st where st.user_id = viewer_id and st.project_id = ${namedProjectId})`,
  },
  sql`from viewer`,
);

/** One row. */
export const findViewersStar = (viewer: ViewerKey, key: ProjectKey): Statement<{ starred: Flag }> =>
  starTemplate.with({ ...viewer, ...key });

export interface TargetChoice {
  readonly id: number;
  readonly path: string;
}

const targetsTemplate = selectWith(
  [viewerCte],
  { id: sql<number>`n.id`, path: sql<string>`n.path` },
  sql`from viewer cross join (select own.id as target_id, 0 as rank from viewer cross join namespaces own where own.owner_id = viewer_id
    union all select gm.group_id, 1 from viewer cross join group_members gm
      where gm.user_id = viewer_id and gm.access_level >= 40 and ${sql.raw(unexpired("gm"))})
    cross join namespaces n on n.id = target_id order by rank, n.path limit ${sql.placeholder("limit")}`,
);

/** The viewer's own namespace, then the groups of which they are at least a master. */
export const listTargets = (viewer: ViewerKey, limit: number): Statement<TargetChoice> =>
  targetsTemplate.with({ ...viewer, limit });
