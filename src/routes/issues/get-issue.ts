// GET /projects/:id/issues/:issue_id
import { findIssue } from "../../db/queries/issues.ts";
import { projectKey } from "../../db/queries/project-row.ts";
import { integer } from "../../http/coerce.ts";
import { endpoint } from "../../http/endpoint.ts";
import { notFound, recordNotFound } from "../../http/errors.ts";
import { required } from "../../http/params.ts";
import { withHead } from "../../permissions/require.ts";
import { presentIssue } from "../../presenters/issue.ts";
import { idParam } from "../id-param.ts";

export const getIssue = endpoint({
  access: { project: "read_issue" },
  params: { ...idParam, issue_id: required(integer) },
  async handle(call) {
    const { id, issue_id } = call.params;
    const { head } = await withHead(call, findIssue(call.viewer, projectKey(id), issue_id ?? 0));
    if (head.project_id === null) throw notFound("Project");
    if (head.id === null) throw recordNotFound();
    return presentIssue(head, head, call.baseUrl);
  },
});
