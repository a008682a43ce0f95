// DELETE /projects/:id/services/custom-issue-tracker

import { deleteIssueTracker as remove } from "../../../services/issue-trackers/delete.ts";
import { endpoint } from "../../endpoint.ts";
import { idParam } from "../../id-param.ts";
import { withProject } from "../../require.ts";
import { one } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { presentTrue } from "../presenters/plain.ts";

/** Succeeds if there is no tracker, too. */
export const deleteIssueTracker = endpoint({
  access: { project: "admin_project" },
  params: idParam,
  response: one(presentTrue),
  async handle(call) {
    const { actor, project } = await withProject(call);
    await remove(verbContext(call, actor), project.id);
    return presentTrue();
  },
});
