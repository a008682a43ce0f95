// POST /projects/fork/:id

import { findTargetNamespace } from "../../../db/queries/groups/namespaces.ts";
import { idOrPath } from "../../../http/coerce.ts";
import { conflict, notFound } from "../../../http/errors.ts";
import { optional } from "../../../http/params.ts";
import { canCreateProjects, canDownloadCode, isBeingImported } from "../../../permissions/abilities.ts";
import { forkProject as fork } from "../../../services/projects/fork.ts";
import { endpoint } from "../../endpoint.ts";
import { idParam } from "../../id-param.ts";
import { withProject } from "../../require.ts";
import { respond } from "../../respond.ts";
import { one } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { presentProjectWithToken } from "../presenters/project.ts";
import { getProject } from "./get-project.ts";
import { creationRefusals } from "./project-params.ts";

export const forkProject = endpoint({
  access: { project: "fork_project" },
  reproduction: { by: getProject, idParam: "id" },
  params: { ...idParam, namespace: optional(idOrPath) },
  response: one(presentProjectWithToken, 409),
  async handle(call) {
    const { namespace } = call.params;
    const { actor, project, rows } = await withProject(
      call,
      findTargetNamespace(call.viewer, namespace?.id ?? null, namespace?.path ?? null),
    );
    if (!canDownloadCode(actor, project)) throw conflict({ forked_from_project_id: ["is forbidden"] });
    if (isBeingImported(project)) throw conflict({ forked_from_project_id: ["is being imported"] });
    const target = rows[0][0];
    if (target === undefined || target.id === null || !canCreateProjects(actor, target)) {
      throw notFound("Target Namespace");
    }
    const outcome = await fork(verbContext(call, actor), project, target);
    return respond(outcome, {
      ...creationRefusals,
      created: (made) => presentProjectWithToken({ project: made.project, isAdmin: actor.viewer_admin === 1 }, call),
      invalid: ({ errors }) => conflict(errors),
    });
  },
});
