// GET /projects/:id/milestones/:milestone_id, in every version of the API
import { findMilestone } from "../../db/queries/milestones/milestones.ts";
import { projectKey } from "../../db/queries/projects/row.ts";
import { integer } from "../../http/coerce.ts";
import { notFound, recordNotFound } from "../../http/errors.ts";
import { required } from "../../http/params.ts";
import { endpoint } from "../endpoint.ts";
import { idParam } from "../id-param.ts";
import type { PresentRow } from "../presenter-context.ts";
import type { PlacedMilestone } from "../presenters/milestone.ts";
import { withViewerRow } from "../require.ts";
import { one } from "../response.ts";

export const milestoneParams = { ...idParam, milestone_id: required(integer) };

export const gettingMilestone = <Body>(present: PresentRow<PlacedMilestone, Body>) =>
  endpoint({
    access: { project: "read_project" },
    params: milestoneParams,
    response: one(present),
    async handle(call) {
      const { id, milestone_id } = call.params;
      const { viewerRow } = await withViewerRow(call, findMilestone(call.viewer, projectKey(id), milestone_id ?? 0));
      if (viewerRow.project_id === null) throw notFound("Project");
      if (viewerRow.id === null) throw recordNotFound();
      return present({ milestone: viewerRow, place: viewerRow.place }, call);
    },
  });
