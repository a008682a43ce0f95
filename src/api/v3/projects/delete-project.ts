// DELETE /projects/:id

import { deleteProject as remove } from "../../../services/projects/delete.ts";
import { endpoint } from "../../endpoint.ts";
import { idParam } from "../../id-param.ts";
import { withProject } from "../../require.ts";
import { one } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { presentTrue } from "../presenters/plain.ts";

export const deleteProject = endpoint({
  access: { project: "remove_project" },
  params: idParam,
  response: one(presentTrue),
  async handle(call) {
    const { actor, project } = await withProject(call);
    await remove(verbContext(call, actor), project.id);
    return presentTrue();
  },
});
