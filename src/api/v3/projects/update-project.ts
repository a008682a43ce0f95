// PUT /projects/:id

import { text } from "../../../http/coerce.ts";
import { forbidden, notFound } from "../../../http/errors.ts";
import { optional } from "../../../http/params.ts";
import { canOnProject } from "../../../permissions/abilities.ts";
import { requestedVisibility } from "../../../services/projects/attributes.ts";
import { updateProject as update } from "../../../services/projects/update.ts";
import { endpoint } from "../../endpoint.ts";
import { idParam } from "../../id-param.ts";
import { refusals } from "../../refusals.ts";
import { withProject } from "../../require.ts";
import { respond } from "../../respond.ts";
import { one } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { presentProjectWithToken } from "../presenters/project.ts";
import { getProject } from "./get-project.ts";
import { projectParams } from "./project-params.ts";

const changeable = {
  name: optional(text),
  path: optional(text),
  default_branch: optional(text),
  ...projectParams,
};

export const updateProject = endpoint({
  access: { project: "admin_project" },
  reproduction: { by: getProject },
  params: { ...idParam, ...changeable },
  rules: { atLeastOneOf: Object.keys(changeable) },
  response: one(presentProjectWithToken),
  async handle(call) {
    const { actor, project } = await withProject(call);
    const isAllowed = (ability: "rename_project" | "change_visibility_level") =>
      canOnProject(actor, ability, project.access_level);
    if (call.params.name && !isAllowed("rename_project")) throw forbidden();
    if (requestedVisibility(call.params) !== undefined && !isAllowed("change_visibility_level")) throw forbidden();
    const outcome = await update(verbContext(call, actor), project, call.params);
    return respond(outcome, {
      ...refusals,
      updated: (result) =>
        presentProjectWithToken({ project: result.project, isAdmin: actor.viewer_admin === 1 }, call),
      gone: () => notFound("Project"),
    });
  },
});
