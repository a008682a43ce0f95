// PUT /projects/:id
import { text } from "../../../http/coerce.ts";
import { forbidden, invalidRecord, notFound } from "../../../http/errors.ts";
import { optional } from "../../../http/params.ts";
import { canOnProject } from "../../../permissions/abilities.ts";
import { requestedVisibility } from "../../../services/projects/attributes.ts";
import { updateProject as update } from "../../../services/projects/update.ts";
import { endpoint } from "../../endpoint.ts";
import { withProject } from "../../require.ts";
import { verbContext } from "../context.ts";
import { idParam } from "../id-param.ts";
import { presentProject, presentRunnersToken } from "../presenters/project.ts";
import { projectParams } from "./project-params.ts";

const changeable = {
  name: optional(text),
  path: optional(text),
  default_branch: optional(text),
  ...projectParams,
};

export const updateProject = endpoint({
  access: { project: "admin_project" },
  params: { ...idParam, ...changeable },
  rules: { atLeastOneOf: Object.keys(changeable) },
  async handle(call) {
    const { actor, project } = await withProject(call);
    const may = (ability: "rename_project" | "change_visibility_level") =>
      canOnProject(actor, ability, project.access_level);
    if (call.params.name && !may("rename_project")) throw forbidden();
    if (requestedVisibility(call.params) !== undefined && !may("change_visibility_level")) throw forbidden();
    const outcome = await update(verbContext(call, actor), project, call.params);
    if (outcome.kind === "gone") throw notFound("Project");
    if (outcome.kind === "invalid") throw invalidRecord(outcome.errors);
    return {
      ...presentProject(outcome.project, call.baseUrl),
      ...presentRunnersToken(outcome.project, actor.viewer_admin === 1),
    };
  },
});
