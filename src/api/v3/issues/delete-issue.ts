// DELETE /projects/:id/issues/:issue_id

import { findIssue } from "../../../db/queries/issues/issues.ts";
import { projectKey } from "../../../db/queries/projects/row.ts";
import { forbidden, notFound } from "../../../http/errors.ts";
import { canOnProject } from "../../../permissions/abilities.ts";
import { deleteIssue as remove } from "../../../services/issues/delete.ts";
import { endpoint } from "../../endpoint.ts";
import { issuableName } from "../../issuable-id.ts";
import { admitUser, withViewerRow } from "../../require.ts";
import { respond } from "../../respond.ts";
import { one } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { presentIssue } from "../presenters/issue.ts";
import { issueParams } from "./issue-params.ts";

export const deleteIssue = endpoint({
  access: { project: "remove_issue" },
  params: issueParams,
  response: one(presentIssue),
  async handle(call) {
    const { id, issue_id } = call.params;
    const find = findIssue(call.viewer, projectKey(id), issuableName(id, issue_id));
    const { viewerRow } = await withViewerRow(call, find);
    const actor = admitUser(call, viewerRow);
    if (viewerRow.project_id === null) throw notFound("Project");
    if (viewerRow.id === null) throw notFound("Issue");
    if (!canOnProject(actor, "remove_issue", viewerRow.access_level)) throw forbidden();
    const outcome = await remove(verbContext(call, actor), {
      type: "Issue",
      id: viewerRow.id,
      project_id: viewerRow.project_id,
    });
    return respond(outcome, {
      deleted: () => presentIssue(viewerRow, call),
      gone: () => notFound("Issue"),
    });
  },
});
