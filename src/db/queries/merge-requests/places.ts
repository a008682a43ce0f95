// The projects between which a merge request can be proposed.
import { sql } from "drizzle-orm";
import {
  individualProjects,
  memberNamespaces,
  projectLevel,
  readsCodeAt,
  type ViewerKey,
  viewerCte,
  visibleLevel,
  visibleProject,
} from "../../../permissions/visible.ts";
import type { Flag } from "../../schema/columns.ts";
import { type RowOf, type Statement, selectWith } from "../../statement.ts";
import { foundProjectCtes, type ProjectKey } from "../projects/row.ts";

const MOST_FORKS = 100;

const placeColumns = {
  /** `own`: the named project. `parent`: the project that it is a fork of. */
  role: sql<"own" | "parent" | "fork">`role`,
  id: sql<number>`p.id`,
  path: sql<string>`p.path`,
  namespace_path: sql<string>`n.path`,
  default_branch: sql<string | null>`p.default_branch`,
  /** True if the viewer may propose its branches: developers and up. */
  is_source: sql<Flag>`p.merge_requests_enabled = 1 and p.archived = 0 and (viewer_admin = 1 or ${projectLevel("p", "n")} >= 30)`,
  /** True if the viewer may assign, label and schedule its merge requests. */
  is_managed: sql<Flag>`(viewer_admin = 1 or ${projectLevel("p", "n")} >= 30)`,
  /** True if it takes merge requests, and the viewer may read its code. */
  is_target: sql<Flag>`p.merge_requests_enabled = 1 and p.archived = 0
    and ${readsCodeAt(visibleLevel("p.visibility_level"), projectLevel("p", "n"))}`,
};

export type PlaceRow = RowOf<typeof placeColumns>;

const template = selectWith(
  [viewerCte, ...foundProjectCtes],
  placeColumns,
  sql`from viewer cross join (
      select found_id as place_id, 'own' as role, 0 as place from found
      union all select fp.forked_from_id, 'parent', 1 from found cross join projects fp
        where fp.id = found_id and fp.forked_from_id is not null
      union all select * from (select fk.id, 'fork', 2 from found cross join projects fk
        where fk.forked_from_id = found_id
          and (fk.namespace_id in (${memberNamespaces(30)}) or fk.id in (${individualProjects}))
        order by fk.id limit ${sql.raw(String(MOST_FORKS))}))
    cross join projects p on p.id = place_id cross join namespaces n on n.id = p.namespace_id
    where ${visibleProject("p", "n")} order by place, n.path, p.path`,
);

/**
 * The named project, its parent if the viewer may see that, and the first 100 forks in the viewer's namespace, in groups
 * where they are developers or more, and of which they are members.
 */
export const listPlaces = (viewer: ViewerKey, project: ProjectKey): Statement<PlaceRow> =>
  template.with({ ...viewer, ...project });
