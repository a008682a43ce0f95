// POST, DELETE /projects/:id/star

import { notFound } from "../../../http/errors.ts";
import { starProject as star, unstarProject as unstar } from "../../../services/projects/star.ts";
import { endpoint, notModified } from "../../endpoint.ts";
import { idParam } from "../../id-param.ts";
import { withProject } from "../../require.ts";
import { respond } from "../../respond.ts";
import { one } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { presentProject } from "../presenters/project.ts";
import { getProject } from "./get-project.ts";

const starring = (verb: typeof star) =>
  endpoint({
    access: { project: "read_project" },
    reproduction: { by: getProject },
    params: idParam,
    response: one(presentProject, 304),
    async handle(call) {
      const { actor, project } = await withProject(call);
      const outcome = await verb(verbContext(call, actor), project.id);
      return respond(outcome, {
        changed: (result) => presentProject(result.project, call),
        unchanged: notModified,
        gone: () => notFound("Project"),
      });
    },
  });

export const starProject = starring(star);
export const unstarProject = starring(unstar);
