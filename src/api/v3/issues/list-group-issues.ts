// GET /groups/:id/issues

import { groupKey } from "../../../db/queries/groups/row.ts";
import { notFound } from "../../../http/errors.ts";
import { endpoint } from "../../endpoint.ts";
import { idParam } from "../../id-param.ts";
import { paged } from "../../response.ts";
import { presentIssue } from "../presenters/issue.ts";
import { issueListParams, serveIssueList } from "./issue-list.ts";

export const listGroupIssues = endpoint({
  access: { group: "read_group" },
  params: { ...idParam, ...issueListParams },
  response: paged(presentIssue),
  handle(call) {
    const scope = { kind: "group", group: groupKey(call.params.id) } as const;
    return serveIssueList(call, { scope, labels: "all" }, ({ listed_group_id }) => {
      if (listed_group_id == null) throw notFound("Group");
    });
  },
});
