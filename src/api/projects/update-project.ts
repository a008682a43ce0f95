// Changes a project, in every version of the API.
import { text } from "../../http/coerce.ts";
import { forbidden, notFound } from "../../http/errors.ts";
import { optional } from "../../http/params.ts";
import { canOnProject } from "../../permissions/abilities.ts";
import { requestedVisibility } from "../../services/projects/attributes.ts";
import { updateProject as update } from "../../services/projects/update.ts";
import { type Endpoint, endpoint } from "../endpoint.ts";
import { idParam } from "../id-param.ts";
import type { PresentRow } from "../presenter-context.ts";
import { refusals } from "../refusals.ts";
import { withProject } from "../require.ts";
import { respond } from "../respond.ts";
import { one } from "../response.ts";
import { verbContext } from "../verb-context.ts";
import type { ProjectForViewer } from "./project-for-viewer.ts";
import { type GivenInOneVersion, projectParams } from "./project-params.ts";

export const changeableProjectParams = {
  name: optional(text),
  path: optional(text),
  default_branch: optional(text),
  ...projectParams,
};

/** @param names of the parameters in requests, one of which must be given @param getProject shows the project again */
export const updatingProject = <Body>(
  params: Omit<typeof changeableProjectParams, "public"> & Pick<GivenInOneVersion, "public" | "topics">,
  names: readonly string[],
  present: PresentRow<ProjectForViewer, Body>,
  getProject: Endpoint,
) =>
  endpoint({
    access: { project: "admin_project" },
    reproduction: { by: getProject },
    params: { ...idParam, ...params },
    ...(names.length > 0 && { rules: { atLeastOneOf: names } }),
    response: one(present),
    async handle(call) {
      const { actor, project } = await withProject(call);
      const isAllowed = (ability: "rename_project" | "change_visibility_level") =>
        canOnProject(actor, ability, project.access_level);
      if (call.params.name && !isAllowed("rename_project")) throw forbidden();
      if (requestedVisibility(call.params) !== undefined && !isAllowed("change_visibility_level")) throw forbidden();
      const outcome = await update(verbContext(call, actor), project, call.params);
      return respond(outcome, {
        ...refusals,
        updated: (result) => present({ project: result.project, isAdmin: actor.viewer_admin === 1 }, call),
        gone: () => notFound("Project"),
      });
    },
  });
