// Deletes an issue, in every version of the API.

import { findIssue } from "../../db/queries/issues/issues.ts";
import { projectKey } from "../../db/queries/projects/row.ts";
import { forbidden, notFound } from "../../http/errors.ts";
import { canOnProject } from "../../permissions/abilities.ts";
import { deleteIssue as remove } from "../../services/issues/delete.ts";
import { type Call, endpoint } from "../endpoint.ts";
import { issuableName } from "../issuable-id.ts";
import { admitUser, withViewerRow } from "../require.ts";
import { respond } from "../respond.ts";
import type { EndpointResponse } from "../response.ts";
import { verbContext } from "../verb-context.ts";
import type { IssueParams, PlacedIssue } from "./issue-params.ts";

/** @param answer what the response holds */
export const deletingIssue = <Body>(
  params: IssueParams,
  response: EndpointResponse<Body>,
  answer: (issue: PlacedIssue, call: Call) => unknown,
) =>
  endpoint({
    access: { project: "remove_issue" },
    params,
    response,
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
        deleted: () => answer(viewerRow, call),
        gone: () => notFound("Issue"),
      });
    },
  });
