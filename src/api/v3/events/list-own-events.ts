// GET /events

import { listActivity } from "../../../db/queries/events/activity.ts";
import { endpoint } from "../../endpoint.ts";
import { withRows } from "../../require.ts";
import { paged } from "../../response.ts";
import { presentEvent } from "../presenters/event.ts";
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

export const listOwnEvents = ownEvents(presentEvent);
