// The feed of /projects/:id/events, for every version of the API and for pages.

import { listActivity } from "../../db/queries/events/activity.ts";
import { projectKey } from "../../db/queries/projects/row.ts";
import { endpoint } from "../endpoint.ts";
import { idParam } from "../id-param.ts";
import { withProject } from "../require.ts";
import { paged } from "../response.ts";
import { activityQuery, feedParams, type PresentActivity, paginateFeed } from "./feed.ts";

export const projectEvents = <P extends PresentActivity>(present: P) =>
  endpoint({
    access: { project: "read_project" },
    params: { ...idParam, ...feedParams },
    response: paged(present),
    async handle(call) {
      const feed = { kind: "project", project: projectKey(call.params.id) } as const;
      const { rows } = await withProject(call, listActivity(call.viewer, feed, activityQuery(call.params)));
      return paginateFeed(call, rows[0], present);
    },
  });
