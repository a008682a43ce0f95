// Shows a project, in every version of the API.

import { findProject } from "../../db/queries/projects/projects.ts";
import type { ProjectRow } from "../../db/queries/projects/row.ts";
import { projectKey } from "../../db/queries/projects/row.ts";
import { notFound } from "../../http/errors.ts";
import { endpoint } from "../endpoint.ts";
import { idParam } from "../id-param.ts";
import type { PresentRow } from "../presenter-context.ts";
import { withViewerRow } from "../require.ts";
import { one } from "../response.ts";
import type { ProjectForViewer } from "./project-for-viewer.ts";

/** @param present for signed-in viewers @param presentSimple for the anonymous */
export const gettingProject = <Full, Simple>(
  present: PresentRow<ProjectForViewer, Full>,
  presentSimple: PresentRow<ProjectRow, Simple>,
) =>
  endpoint({
    access: "visible",
    params: idParam,
    response: one(present, presentSimple),
    async handle(call) {
      const { viewerRow } = await withViewerRow(call, findProject(call.viewer, projectKey(call.params.id)));
      if (viewerRow.id === null) throw notFound("Project");
      if (viewerRow.viewer_id === null) return presentSimple(viewerRow, call);
      // Its creation was cut short between the database and the repository.
      if (viewerRow.import_status === "scheduled") await call.repositories.open(viewerRow.id).begin();
      return present({ project: viewerRow, isAdmin: viewerRow.viewer_admin === 1 }, call);
    },
  });
