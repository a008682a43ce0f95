// GET /projects/:id

import { findProject } from "../../../db/queries/projects/projects.ts";
import { projectKey } from "../../../db/queries/projects/row.ts";
import { notFound } from "../../../http/errors.ts";
import { endpoint } from "../../endpoint.ts";
import { idParam } from "../../id-param.ts";
import { withViewerRow } from "../../require.ts";
import { one } from "../../response.ts";
import { presentReadProject, presentSimpleProject } from "../presenters/project.ts";

export const getProject = endpoint({
  access: "visible",
  params: idParam,
  response: one(presentReadProject, presentSimpleProject),
  async handle(call) {
    const { viewerRow } = await withViewerRow(call, findProject(call.viewer, projectKey(call.params.id)));
    if (viewerRow.id === null) throw notFound("Project");
    if (viewerRow.viewer_id === null) return presentSimpleProject(viewerRow, call);
    // Its creation was cut short between the database and the repository.
    if (viewerRow.import_status === "scheduled") await call.repositories.open(viewerRow.id).begin();
    return presentReadProject({ project: viewerRow, isAdmin: viewerRow.viewer_admin === 1 }, call);
  },
});
