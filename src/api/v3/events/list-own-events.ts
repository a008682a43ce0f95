// GET /events
import { listActivity } from "../../../db/queries/events/activity.ts";
import { endpoint } from "../../endpoint.ts";
import { withRows } from "../../require.ts";
import { activityQuery, feedParams, paginateFeed } from "./feed.ts";

export const listOwnEvents = endpoint({
  access: "user",
  params: feedParams,
  async handle(call) {
    const { rows } = await withRows(call, listActivity(call.viewer, { kind: "own" }, activityQuery(call.params)));
    return paginateFeed(call, rows);
  },
});
