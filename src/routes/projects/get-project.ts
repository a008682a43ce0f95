// GET /projects/:id
import { projectKey } from "../../db/queries/project-row.ts";
import { findProject } from "../../db/queries/projects.ts";
import { endpoint } from "../../http/endpoint.ts";
import { notFound } from "../../http/errors.ts";
import { withHead } from "../../permissions/require.ts";
import { presentProjectWithPermissions, presentRunnersToken, presentSimpleProject } from "../../presenters/project.ts";
import { idParam } from "../id-param.ts";

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
