// POST /projects

import { findTargetNamespace } from "../../../db/queries/groups/namespaces.ts";
import { integer, text } from "../../../http/coerce.ts";
import { invalidRecord } from "../../../http/errors.ts";
import { optional } from "../../../http/params.ts";
import { canCreateProjects } from "../../../permissions/abilities.ts";
import { createProject as create } from "../../../services/projects/create.ts";
import { endpoint } from "../../endpoint.ts";
import { admitUser, withViewerRow } from "../../require.ts";
import { respond } from "../../respond.ts";
import { one } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { addressRules } from "../hooks/hook-params.ts";
import { presentProjectWithToken } from "../presenters/project.ts";
import { getProject } from "./get-project.ts";
import { creationRefusals, projectParams } from "./project-params.ts";

export const createProject = endpoint({
  access: "user",
  reproduction: { by: getProject, idParam: "id" },
  params: {
    name: optional(text),
    path: optional(text),
    namespace_id: optional(integer),
    import_url: optional(text),
    ...projectParams,
  },
  rules: { atLeastOneOf: ["name", "path"] },
  response: one(presentProjectWithToken),
  async handle(call) {
    const { viewerRow } = await withViewerRow(
      call,
      findTargetNamespace(call.viewer, call.params.namespace_id ?? null, null),
    );
    const actor = admitUser(call, viewerRow);
    if (viewerRow.id === null || !canCreateProjects(actor, viewerRow))
      throw invalidRecord({ namespace: ["is not valid"] });
    const outcome = await create(verbContext(call, actor), viewerRow, actor.viewer_id, call.params, addressRules(call));
    return respond(outcome, {
      ...creationRefusals,
      created: ({ project }) => presentProjectWithToken({ project, isAdmin: actor.viewer_admin === 1 }, call),
    });
  },
});
