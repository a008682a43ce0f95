// The namespaces in which the viewer may create projects.
import { sql } from "drizzle-orm";
import { memberNamespaces, type ViewerKey, viewerCte } from "../../../permissions/visible.ts";
import { type RowOf, type Statement, selectWith } from "../../statement.ts";

const MOST_NAMESPACES = 500;

const columns = { id: sql<number>`n.id`, path: sql<string>`n.path` };

const template = selectWith(
  [viewerCte],
  columns,
  sql`from (${memberNamespaces(40)}
      union select n.id from viewer cross join namespaces n
        where viewer_admin = 1 and n.id = ${sql.placeholder("namespace_id")}) mine
    cross join namespaces n on n.id = mine_id
    order by n.owner_id is null, n.path limit ${sql.raw(String(MOST_NAMESPACES))}`,
);

/**
 * The viewer's own, and the groups where they are master or more. No row without a viewer.
 * @param also the id of a namespace that administrators get besides
 */
export const listTargetNamespaces = (viewer: ViewerKey, also: number): Statement<RowOf<typeof columns>> =>
  template.with({ ...viewer, namespace_id: also });
