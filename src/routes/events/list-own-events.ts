// GET /events
import { listActivity } from "../../db/queries/activity.ts";
import { endpoint } from "../../http/endpoint.ts";
import { withRows } from "../../permissions/require.ts";
import { activityQuery, answerFeed, feedParams } from "./feed.ts";

export const listOwnEvents = endpoint({
  access: "user",
  params: feedParams,
  async handle(call) {
    const { rows } = await withRows(call, listActivity(call.viewer, { kind: "own" }, activityQuery(call.params)));
    return answerFeed(call, rows);
  },
});
