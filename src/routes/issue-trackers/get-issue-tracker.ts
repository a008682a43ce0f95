// GET /projects/:id/services/custom-issue-tracker
import { findIssueTracker } from "../../db/queries/issue-trackers.ts";
import { projectKey } from "../../db/queries/project-row.ts";
import { endpoint } from "../../http/endpoint.ts";
import { withProject } from "../../permissions/require.ts";
import { presentIssueTracker } from "../../presenters/issue-tracker.ts";
import { idParam } from "../id-param.ts";

export const getIssueTracker = endpoint({
  access: { project: "admin_project" },
  params: idParam,
  async handle(call) {
    const { rows } = await withProject(call, findIssueTracker(projectKey(call.params.id)));
    return presentIssueTracker(rows[0][0]);
  },
});
