// GET /projects/:id/issues/:issue_id

import { findIssue } from "../../../db/queries/issues/issues.ts";
import { projectKey } from "../../../db/queries/projects/row.ts";
import { integer } from "../../../http/coerce.ts";
import { notFound, recordNotFound } from "../../../http/errors.ts";
import { required } from "../../../http/params.ts";
import { endpoint } from "../../endpoint.ts";
import { withViewerRow } from "../../require.ts";
import { one } from "../../response.ts";
import { idParam } from "../id-param.ts";
import { presentIssue } from "../presenters/issue.ts";

export const getIssue = endpoint({
  access: { project: "read_issue" },
  params: { ...idParam, issue_id: required(integer) },
  response: one(presentIssue),
  async handle(call) {
    const { id, issue_id } = call.params;
    const { viewerRow } = await withViewerRow(call, findIssue(call.viewer, projectKey(id), issue_id ?? 0));
    if (viewerRow.project_id === null) throw notFound("Project");
    if (viewerRow.id === null) throw recordNotFound();
    return presentIssue(viewerRow, call);
  },
});
