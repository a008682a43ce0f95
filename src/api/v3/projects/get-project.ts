// GET /projects/:id

import { findProject } from "../../../db/queries/projects/projects.ts";
import { projectKey } from "../../../db/queries/projects/row.ts";
import { notFound } from "../../../http/errors.ts";
import { endpoint } from "../../endpoint.ts";
import { withHead } from "../../require.ts";
import { idParam } from "../id-param.ts";
import { presentProjectWithPermissions, presentRunnersToken, presentSimpleProject } from "../presenters/project.ts";

export const getProject = endpoint({
  access: "visible",
  params: idParam,
  async handle(call) {
    const { head } = await withHead(call, findProject(call.viewer, projectKey(call.params.id)));
    if (head.id === null) throw notFound("Project");
    if (head.viewer_id === null) return presentSimpleProject(head, call.baseUrl);
    return {
      ...presentProjectWithPermissions(head, call.baseUrl),
      ...presentRunnersToken(head, head.viewer_admin === 1),
    };
  },
});
