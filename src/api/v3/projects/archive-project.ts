// POST /projects/:id/archive and /unarchive

import { notFound } from "../../../http/errors.ts";
import { archiveProject as archive } from "../../../services/projects/archive.ts";
import { endpoint } from "../../endpoint.ts";
import { idParam } from "../../id-param.ts";
import { withProject } from "../../require.ts";
import { respond } from "../../respond.ts";
import { one } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { presentProject } from "../presenters/project.ts";
import { getProject } from "./get-project.ts";

const archiving = (archived: boolean) =>
  endpoint({
    access: { project: "archive_project" },
    reproduction: { by: getProject },
    params: idParam,
    response: one(presentProject),
    async handle(call) {
      const { actor, project } = await withProject(call);
      const outcome = await archive(verbContext(call, actor), project.id, archived);
      return respond(outcome, {
        changed: (result) => presentProject(result.project, call),
        gone: () => notFound("Project"),
      });
    },
  });

export const archiveProject = archiving(true);
export const unarchiveProject = archiving(false);
