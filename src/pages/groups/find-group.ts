// The group that a path names.
import { findGroup } from "../../db/queries/groups/groups.ts";
import { type GroupRow, groupKey } from "../../db/queries/groups/row.ts";
import type { ViewerRow } from "../../db/queries/viewer/viewer.ts";
import { notFound, unauthorized } from "../../http/errors.ts";
import type { ApiClient } from "../api-client.ts";
import type { Visit } from "../visit.ts";

/** A group, with the signed-in viewer and their access level on it. */
export type VisitedGroup = GroupRow & ViewerRow;

/** Groups are shown to signed-in users only, as by the API. @throws ApiError 401, 404 */
export async function findGroupAt({ base }: ApiClient, path: string): Promise<VisitedGroup> {
  const [[row]] = await base.db.batch(findGroup(base.viewer, groupKey({ id: null, path })));
  if (row === undefined || row.viewer_id === null) throw unauthorized();
  if (row.id === null) throw notFound("Group");
  return row;
}

/** The API's `:id` of the group with this path; the API would take a path of digits for an id. @throws ApiError 401, 404 */
export const groupIdAt = async (api: ApiClient, path: string): Promise<string> =>
  /^\d+$/.test(path) ? String((await findGroupAt(api, path)).id) : path;

export const visitedGroup = (visit: Visit): Promise<VisitedGroup> => findGroupAt(visit.api, visit.param("group"));

export const visitedGroupId = (visit: Visit): Promise<string> => groupIdAt(visit.api, visit.param("group"));
