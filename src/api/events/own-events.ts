// The feed of /events, for every version of the API and for pages.

import { listActivity } from "../../db/queries/events/activity.ts";
import { endpoint } from "../endpoint.ts";
import { withRows } from "../require.ts";
import { paged } from "../response.ts";
import { activityQuery, feedParams, type PresentActivity, paginateFeed } from "./feed.ts";

export const ownEvents = <P extends PresentActivity>(present: P) =>
  endpoint({
    access: "user",
    params: feedParams,
    response: paged(present),
    async handle(call) {
      const { rows } = await withRows(call, listActivity(call.viewer, { kind: "own" }, activityQuery(call.params)));
      return paginateFeed(call, rows, present);
    },
  });
