// DELETE /projects/:id/services/custom-issue-tracker
import { deleteIssueTracker as remove } from "../../../services/issue-trackers/delete.ts";
import { endpoint } from "../../endpoint.ts";
import { withProject } from "../../require.ts";
import { verbContext } from "../context.ts";
import { idParam } from "../id-param.ts";

/** What is not there is as good as deleted. */
export const deleteIssueTracker = endpoint({
  access: { project: "admin_project" },
  params: idParam,
  async handle(call) {
    const { actor, project } = await withProject(call);
    await remove(verbContext(call, actor), project.id);
    return true;
  },
});
