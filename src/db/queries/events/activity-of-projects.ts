// The newest events of the projects of which the viewer is a member.
import { sql } from "drizzle-orm";
import type { ViewerKey } from "../../../permissions/visible.ts";
import { type Statement, selectWith } from "../../statement.ts";
import { recentlyActive, recentlyActiveCtes } from "../projects/lists.ts";
import { type ActivityRow, activityColumns, activityJoins, activityKinds, placeCte, readable } from "./activity.ts";

/** Projects that are read, the most recently active ones. */
const MOST_PROJECTS = 20;
/** Events of each project that are examined, visible or not. */
const REACH = 30;

const template = selectWith(
  [...recentlyActiveCtes(), placeCte(sql`np.id in (select candidate_id from page)`)],
  activityColumns,
  sql`from (select e.id as shown_id from (select place_id as source_id from place)
      cross join events e on e.id in (select pe.id from events pe indexed by events_by_project
        where pe.project_id = source_id order by pe.id desc limit ${sql.raw(String(REACH))})
      cross join viewer ${readable(sql`0`)} order by e.id desc limit ${sql.placeholder("most")}) shown
    cross join events e on e.id = shown_id ${activityJoins}`,
);

/** Unordered, as activity.ts's lists. @param most rows */
export const listActivityOfProjects = (viewer: ViewerKey, most: number): Statement<ActivityRow> =>
  template.with({ ...recentlyActive(viewer, MOST_PROJECTS), kinds: JSON.stringify(activityKinds), most });
