// GET /projects/:id/issues

import { projectKey } from "../../../db/queries/projects/row.ts";
import { integer } from "../../../http/coerce.ts";
import { notFound } from "../../../http/errors.ts";
import { optional } from "../../../http/params.ts";
import { endpoint } from "../../endpoint.ts";
import { idParam } from "../../id-param.ts";
import { paged } from "../../response.ts";
import { presentIssue } from "../presenters/issue.ts";
import { issueListParams, serveIssueList } from "./issue-list.ts";

export const listProjectIssues = endpoint({
  access: { project: "read_issue" },
  params: { ...idParam, iid: optional(integer), ...issueListParams },
  response: paged(presentIssue),
  handle(call) {
    const { id, iid } = call.params;
    const scope = { kind: "project", project: projectKey(id) } as const;
    const filters = iid == null ? {} : { iids: JSON.stringify([iid]) };
    return serveIssueList(call, { scope, labels: "any", filters }, ({ tracker_id }) => {
      if (tracker_id == null) throw notFound("Project");
    });
  },
});
