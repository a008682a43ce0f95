// The settings that the viewer has made for single groups and projects.
import { sql } from "drizzle-orm";
import { type ViewerKey, viewerCte, visibleGroup, visibleProject } from "../../../permissions/visible.ts";
import type { NotificationLevel } from "../../schema/notifications.ts";
import { type RowOf, type Statement, selectWith } from "../../statement.ts";

const columns = {
  level: sql<NotificationLevel>`s.level`,
  /** Null for a project. */
  group_path: sql<string | null>`g.path`,
  /** Null for a group. */
  project_path: sql<string | null>`p.path`,
  namespace_path: sql<string | null>`n.path`,
};

export type OwnSettingRow = RowOf<typeof columns>;

const template = selectWith(
  [viewerCte],
  columns,
  sql`from viewer cross join notification_settings s on s.user_id = viewer_id
    left join namespaces g on g.id = s.group_id
    left join projects p on p.id = s.project_id left join namespaces n on n.id = p.namespace_id
    where s.level <> 'global' and ((g.id is not null and ${visibleGroup("g")})
      or (p.id is not null and ${visibleProject("p", "n")}))
    order by coalesce(g.path, n.path), p.path limit 100`,
);

/** The first 100 by path, of what the viewer sees, without those at level `global`. */
export const listOwnSettings = (viewer: ViewerKey): Statement<OwnSettingRow> => template.with({ ...viewer });
