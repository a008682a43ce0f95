// GET /groups/:id/events

import { listActivity } from "../../../db/queries/events/activity.ts";
import { groupKey } from "../../../db/queries/groups/row.ts";
import { endpoint } from "../../endpoint.ts";
import { withGroup } from "../../require.ts";
import { paged } from "../../response.ts";
import { idParam } from "../id-param.ts";
import { presentEvent } from "../presenters/event.ts";
import { activityQuery, feedParams, paginateFeed } from "./feed.ts";

export const listGroupEvents = endpoint({
  access: { group: "read_group" },
  params: { ...idParam, ...feedParams },
  response: paged(presentEvent),
  async handle(call) {
    const feed = { kind: "group", group: groupKey(call.params.id) } as const;
    const { rows } = await withGroup(call, listActivity(call.viewer, feed, activityQuery(call.params)));
    return paginateFeed(call, rows[0]);
  },
});
