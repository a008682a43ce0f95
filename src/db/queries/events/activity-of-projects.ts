// The newest events of the projects of which the viewer is a member.
import { sql } from "drizzle-orm";
import type { ViewerKey } from "../../../permissions/visible.ts";
import { type Statement, selectWith } from "../../statement.ts";
import { recentlyActive, recentlyActiveCtes } from "../projects/lists.ts";
import { type ActivityRow, activityColumns, activityJoins, activityKinds, placeCte, readable } from "./activity.ts";

/** Projects that are read, the most recently active ones. */
const MOST_PROJECTS = 20;
/**
 * Events of each project that are examined, visible or not. Far more than are shown, so that those which the viewer may
 * not see neither displace others nor show their number.
 */
const REACH = 300;

/** The event after the last of {@link REACH} in project `source_id`. */
const beyondReach = sql`coalesce((select be.id from events be indexed by events_by_project
  where be.project_id = source_id order by be.id desc limit 1 offset ${sql.raw(String(REACH))}), 0)`;

const template = selectWith(
  [...recentlyActiveCtes(), placeCte(sql`np.id in (select candidate_id from page)`)],
  activityColumns,
  sql`from (select f.id as shown_id from (select place_id as source_id from place)
      cross join events f on f.id in (select e.id from events e indexed by events_by_project cross join viewer
        ${readable(sql`0`)} and e.project_id = source_id and e.id > ${beyondReach}
        order by e.id desc limit ${sql.placeholder("most")})
      order by f.id desc limit ${sql.placeholder("most")}) shown
    cross join events e on e.id = shown_id ${activityJoins}`,
);

/** Unordered, as activity.ts's lists. @param most rows */
export const listActivityOfProjects = (viewer: ViewerKey, most: number): Statement<ActivityRow> =>
  template.with({ ...recentlyActive(viewer, MOST_PROJECTS), kinds: JSON.stringify(activityKinds), most });
