// Stars a project and takes the star away, in every version of the API.

import type { ProjectRow } from "../../db/queries/projects/row.ts";
import { notFound } from "../../http/errors.ts";
import type { starProject, unstarProject } from "../../services/projects/star.ts";
import { type Endpoint, endpoint, notModified } from "../endpoint.ts";
import { idParam } from "../id-param.ts";
import type { PresentRow } from "../presenter-context.ts";
import { withProject } from "../require.ts";
import { respond } from "../respond.ts";
import { one } from "../response.ts";
import { verbContext } from "../verb-context.ts";

/** @param getProject shows the project again */
export const starringProject = <Body>(
  verb: typeof starProject | typeof unstarProject,
  present: PresentRow<ProjectRow, Body>,
  getProject: Endpoint,
) =>
  endpoint({
    access: { project: "read_project" },
    reproduction: { by: getProject },
    params: idParam,
    response: one(present, 304),
    async handle(call) {
      const { actor, project } = await withProject(call);
      const outcome = await verb(verbContext(call, actor), project.id);
      return respond(outcome, {
        changed: (result) => present(result.project, call),
        unchanged: notModified,
        gone: () => notFound("Project"),
      });
    },
  });
