// DELETE /projects/:id/services/custom-issue-tracker
import { deleteIssueTracker as remove } from "../../../services/issue-trackers/delete.ts";
import { endpoint } from "../../endpoint.ts";
import { withProject } from "../../require.ts";
import { verbContext } from "../context.ts";
import { idParam } from "../id-param.ts";

/** Succeeds if there is no tracker, too. */
export const deleteIssueTracker = endpoint({
  access: { project: "admin_project" },
  params: idParam,
  async handle(call) {
    const { actor, project } = await withProject(call);
    await remove(verbContext(call, actor), project.id);
    return true;
  },
});
