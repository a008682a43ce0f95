// The feed of /events, for every version of the API and for pages.

import { listActivity } from "../../db/queries/events/activity.ts";
import { oneOf } from "../../http/coerce.ts";
import { optional } from "../../http/params.ts";
import { endpoint } from "../endpoint.ts";
import { withRows } from "../require.ts";
import { paged } from "../response.ts";
import { activityQuery, feedParams, type PresentActivity, paginateFeed } from "./feed.ts";

/** `scope=all`: the events of the caller's projects, whoever made them. */
export const scopedFeedParams = { ...feedParams, scope: optional(oneOf("all")) };

export const ownEvents = <P extends PresentActivity>(
  present: P,
  params: typeof feedParams & Partial<typeof scopedFeedParams> = feedParams,
) =>
  endpoint({
    access: "user",
    params,
    response: paged(present),
    async handle(call) {
      const feed = { kind: call.params.scope === "all" ? "memberships" : "own" } as const;
      const { rows } = await withRows(call, listActivity(call.viewer, feed, activityQuery(call.params)));
      return paginateFeed(call, rows, present);
    },
  });
