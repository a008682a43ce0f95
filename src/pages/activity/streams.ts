// The activity streams of the API, with the rows that pages and feeds describe in place of the API's JSON.

import { endpoint } from "../../api/endpoint.ts";
import { activityQuery, feedParams, paginateFeed } from "../../api/events/feed.ts";
import { groupEvents } from "../../api/events/group-events.ts";
import { ownEvents } from "../../api/events/own-events.ts";
import { projectEvents } from "../../api/events/project-events.ts";
import { withRows } from "../../api/require.ts";
import { paged } from "../../api/response.ts";
import { type ActivityRow, listActivity } from "../../db/queries/events/activity.ts";
import { text } from "../../http/coerce.ts";
import { required } from "../../http/params.ts";

const unchanged = (row: ActivityRow): ActivityRow => row;

export const projectActivity = projectEvents(unchanged);
export const groupActivity = groupEvents(unchanged);
export const ownActivity = ownEvents(unchanged);

/** The actions of a user in the projects that the viewer sees, which API v3 does not have. */
export const userActivity = endpoint({
  access: "user",
  readUser: true,
  params: { username: required(text), ...feedParams },
  response: paged(unchanged),
  async handle(call) {
    const feed = { kind: "user", username: call.params.username ?? "" } as const;
    const { rows } = await withRows(call, listActivity(call.viewer, feed, activityQuery(call.params)));
    return paginateFeed(call, rows, unchanged);
  },
});
