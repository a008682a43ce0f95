// The feed of /groups/:id/events, for every version of the API and for pages.

import { listActivity } from "../../db/queries/events/activity.ts";
import { groupKey } from "../../db/queries/groups/row.ts";
import { endpoint } from "../endpoint.ts";
import { idParam } from "../id-param.ts";
import { withGroup } from "../require.ts";
import { paged } from "../response.ts";
import { activityQuery, feedParams, type PresentActivity, paginateFeed } from "./feed.ts";

export const groupEvents = <P extends PresentActivity>(present: P) =>
  endpoint({
    access: { group: "read_group" },
    params: { ...idParam, ...feedParams },
    response: paged(present),
    async handle(call) {
      const feed = { kind: "group", group: groupKey(call.params.id) } as const;
      const { rows } = await withGroup(call, listActivity(call.viewer, feed, activityQuery(call.params)));
      return paginateFeed(call, rows[0], present);
    },
  });
