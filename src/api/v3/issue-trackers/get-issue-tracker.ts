// GET /projects/:id/services/custom-issue-tracker

import { findIssueTracker } from "../../../db/queries/projects/issue-trackers.ts";
import { projectKey } from "../../../db/queries/projects/row.ts";
import { endpoint } from "../../endpoint.ts";
import { idParam } from "../../id-param.ts";
import { withProject } from "../../require.ts";
import { one } from "../../response.ts";
import { presentIssueTracker } from "../presenters/issue-tracker.ts";

export const getIssueTracker = endpoint({
  access: { project: "admin_project" },
  params: idParam,
  response: one(presentIssueTracker),
  async handle(call) {
    const { rows } = await withProject(call, findIssueTracker(projectKey(call.params.id)));
    return presentIssueTracker(rows[0][0]);
  },
});
