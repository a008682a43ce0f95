// DELETE /projects/:id/fork
import { endpoint, notModified } from "../../http/endpoint.ts";
import { notFound } from "../../http/errors.ts";
import { withProject } from "../../permissions/require.ts";
import { presentProject } from "../../presenters/project.ts";
import { removeForkLink as remove } from "../../services/projects/fork-link.ts";
import { verbContext } from "../context.ts";
import { idParam } from "../id-param.ts";

export const removeForkLink = endpoint({
  access: { project: "remove_fork_project" },
  params: idParam,
  async handle(call) {
    const { actor, project } = await withProject(call);
    const outcome = await remove(verbContext(call, actor), project.id);
    if (outcome.kind === "gone") throw notFound("Project");
    return outcome.kind === "unchanged" ? notModified() : presentProject(outcome.project, call.baseUrl);
  },
});
