// The loader of endpoints that change milestones.
import { findMilestone } from "../../db/queries/milestones/milestones.ts";
import { projectKey } from "../../db/queries/projects/row.ts";
import { forbidden, notFound } from "../../http/errors.ts";
import { canOnProject } from "../../permissions/abilities.ts";
import type { ProjectCall } from "../endpoint.ts";
import { admitUser, withViewerRow } from "../require.ts";

/** The project, and the milestone, whose id is null if there is none: the access check comes first. */
export async function withManagedMilestones(call: ProjectCall, milestoneId: number | null) {
  const { viewerRow } = await withViewerRow(
    call,
    findMilestone(call.viewer, projectKey(call.params.id), milestoneId ?? 0),
  );
  const actor = admitUser(call, viewerRow);
  if (viewerRow.project_id === null) throw notFound("Project");
  if (viewerRow.has_milestones === 0 || !canOnProject(actor, "admin_milestone", viewerRow.access_level))
    throw forbidden();
  return { actor, viewerRow };
}
