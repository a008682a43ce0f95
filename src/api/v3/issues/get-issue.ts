// GET /projects/:id/issues/:issue_id

import { findIssue } from "../../../db/queries/issues/issues.ts";
import { projectKey } from "../../../db/queries/projects/row.ts";
import { notFound, recordNotFound } from "../../../http/errors.ts";
import { endpoint } from "../../endpoint.ts";
import { issuableName } from "../../issuable-id.ts";
import { withViewerRow } from "../../require.ts";
import { one } from "../../response.ts";
import { presentIssue } from "../presenters/issue.ts";
import { issueParams } from "./issue-params.ts";

export const getIssue = endpoint({
  access: { project: "read_issue" },
  params: issueParams,
  response: one(presentIssue),
  async handle(call) {
    const { id, issue_id } = call.params;
    const find = findIssue(call.viewer, projectKey(id), issuableName(id, issue_id));
    const { viewerRow } = await withViewerRow(call, find);
    if (viewerRow.project_id === null) throw notFound("Project");
    if (viewerRow.id === null) throw recordNotFound();
    return presentIssue(viewerRow, call);
  },
});
