// DELETE /projects/:id
import { deleteProject as remove } from "../../../services/projects/delete.ts";
import { endpoint, Reply } from "../../endpoint.ts";
import { withProject } from "../../require.ts";
import { verbContext } from "../context.ts";
import { idParam } from "../id-param.ts";

export const deleteProject = endpoint({
  access: { project: "remove_project" },
  params: idParam,
  async handle(call) {
    const { actor, project } = await withProject(call);
    await remove(verbContext(call, actor), project.id);
    return new Reply(200, true);
  },
});
