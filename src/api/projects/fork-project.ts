// Forks a project, in every version of the API.

import { findTargetNamespace } from "../../db/queries/groups/namespaces.ts";
import { idOrPath, oneOfIntegers, text } from "../../http/coerce.ts";
import { conflict, notFound } from "../../http/errors.ts";
import { optional } from "../../http/params.ts";
import { canCreateProjects, canDownloadCode, isBeingImported } from "../../permissions/abilities.ts";
import { forkProject as fork } from "../../services/projects/fork.ts";
import { type Endpoint, endpoint } from "../endpoint.ts";
import { idParam } from "../id-param.ts";
import type { PresentRow } from "../presenter-context.ts";
import { withProject } from "../require.ts";
import { respond } from "../respond.ts";
import { one } from "../response.ts";
import { verbContext } from "../verb-context.ts";
import type { ProjectForViewer } from "./project-for-viewer.ts";
import { creationRefusals } from "./project-params.ts";

export const forkParams = { ...idParam, namespace: optional(idOrPath) };

/** What the fork has instead of the source's. */
export const forkAttributeParams = {
  name: optional(text),
  path: optional(text),
  description: optional(text),
  visibility_level: optional<0 | 10 | 20>(oneOfIntegers(0, 10, 20)),
};

/** @param getProject shows the fork again */
export const forkingProject = <Body>(
  params: typeof forkParams & Partial<typeof forkAttributeParams>,
  present: PresentRow<ProjectForViewer, Body>,
  getProject: Endpoint,
) =>
  endpoint({
    access: { project: "fork_project" },
    reproduction: { by: getProject, idParam: "id" },
    params,
    response: one(present, 409),
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
      const outcome = await fork(verbContext(call, actor), project, target, call.params);
      return respond(outcome, {
        ...creationRefusals,
        created: (made) => present({ project: made.project, isAdmin: actor.viewer_admin === 1 }, call),
        invalid: ({ errors }) => conflict(errors),
      });
    },
  });
