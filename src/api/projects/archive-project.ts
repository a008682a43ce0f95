// Archives and unarchives a project, in every version of the API.

import type { ProjectRow } from "../../db/queries/projects/row.ts";
import { notFound } from "../../http/errors.ts";
import { archiveProject as archive } from "../../services/projects/archive.ts";
import { type Endpoint, endpoint } from "../endpoint.ts";
import { idParam } from "../id-param.ts";
import type { PresentRow } from "../presenter-context.ts";
import { withProject } from "../require.ts";
import { respond } from "../respond.ts";
import { one } from "../response.ts";
import { verbContext } from "../verb-context.ts";

/** @param getProject shows the project again */
export const archivingProject = <Body>(
  archived: boolean,
  present: PresentRow<ProjectRow, Body>,
  getProject: Endpoint,
) =>
  endpoint({
    access: { project: "archive_project" },
    reproduction: { by: getProject },
    params: idParam,
    response: one(present),
    async handle(call) {
      const { actor, project } = await withProject(call);
      const outcome = await archive(verbContext(call, actor), project.id, archived);
      return respond(outcome, {
        changed: (result) => present(result.project, call),
        gone: () => notFound("Project"),
      });
    },
  });
