// GET /projects/:id/milestones/:milestone_id

import { findMilestone } from "../../../db/queries/milestones/milestones.ts";
import { projectKey } from "../../../db/queries/projects/row.ts";
import { integer } from "../../../http/coerce.ts";
import { notFound, recordNotFound } from "../../../http/errors.ts";
import { required } from "../../../http/params.ts";
import { endpoint } from "../../endpoint.ts";
import { idParam } from "../../id-param.ts";
import { withViewerRow } from "../../require.ts";
import { one } from "../../response.ts";
import { presentMilestone } from "../presenters/milestone.ts";

export const getMilestone = endpoint({
  access: { project: "read_project" },
  params: { ...idParam, milestone_id: required(integer) },
  response: one(presentMilestone),
  async handle(call) {
    const { id, milestone_id } = call.params;
    const { viewerRow } = await withViewerRow(call, findMilestone(call.viewer, projectKey(id), milestone_id ?? 0));
    if (viewerRow.project_id === null) throw notFound("Project");
    if (viewerRow.id === null) throw recordNotFound();
    return presentMilestone(viewerRow);
  },
});
