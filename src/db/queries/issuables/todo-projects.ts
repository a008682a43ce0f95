// The projects that a user's todos are in, to choose one as a filter.
import { sql } from "drizzle-orm";
import { type ViewerKey, viewerCte } from "../../../permissions/visible.ts";
import type { TodoState } from "../../schema/todos.ts";
import { type RowOf, type Statement, selectWith } from "../../statement.ts";
import { placeCte } from "../events/activity.ts";

const MOST_PROJECTS = 100;
/** The newest todos of which the projects are found. */
const REACH = 1_000;

const columns = {
  id: sql<number>`p.id`,
  path: sql<string>`p.path`,
  namespace_path: sql<string>`n.path`,
};

const template = selectWith(
  [
    viewerCte,
    placeCte(sql`np.id in (select distinct project_id from (select t.project_id from todos t indexed by todos_of_user
      where t.user_id = viewer_id and t.state = ${sql.placeholder("state")} order by t.id desc limit ${sql.raw(String(REACH))}))`),
  ],
  columns,
  sql`from place cross join projects p on p.id = place_id cross join namespaces n on n.id = p.namespace_id
    order by n.path, p.path limit ${sql.raw(String(MOST_PROJECTS))}`,
);

/** By path; only those that the viewer may still see. */
export const listTodoProjects = (viewer: ViewerKey, state: TodoState): Statement<RowOf<typeof columns>> =>
  template.with({ ...viewer, state });
