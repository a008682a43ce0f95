// The feed of /users/:id/events: the actions of a user in the projects that the caller sees.

import { listActivity } from "../../db/queries/events/activity.ts";
import { findNamedUser } from "../../db/queries/users/users.ts";
import { notFound } from "../../http/errors.ts";
import { endpoint } from "../endpoint.ts";
import { idParam } from "../id-param.ts";
import { withViewerRow } from "../require.ts";
import { paged } from "../response.ts";
import { activityQuery, feedParams, type PresentActivity, paginateFeed } from "./feed.ts";

export const userEvents = <P extends PresentActivity>(present: P) =>
  endpoint({
    access: "user",
    params: { ...idParam, ...feedParams },
    response: paged(present),
    async handle(call) {
      const { id, path } = call.params.id;
      const feed = { kind: "user", userId: id, username: path } as const;
      const { viewerRow, rows } = await withViewerRow(
        call,
        findNamedUser(call.viewer, call.params.id),
        listActivity(call.viewer, feed, activityQuery(call.params)),
      );
      if (viewerRow.id === null) throw notFound("User");
      return paginateFeed(call, rows[0], present);
    },
  });
