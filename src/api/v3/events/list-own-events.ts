// GET /events

import { listActivity } from "../../../db/queries/events/activity.ts";
import { endpoint } from "../../endpoint.ts";
import { withRows } from "../../require.ts";
import { paged } from "../../response.ts";
import { presentEvent } from "../presenters/event.ts";
import { activityQuery, feedParams, paginateFeed } from "./feed.ts";

export const listOwnEvents = endpoint({
  access: "user",
  params: feedParams,
  response: paged(presentEvent),
  async handle(call) {
    const { rows } = await withRows(call, listActivity(call.viewer, { kind: "own" }, activityQuery(call.params)));
    return paginateFeed(call, rows);
  },
});
