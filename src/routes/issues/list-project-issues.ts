// GET /projects/:id/issues
import { type IssueListQuery, issuesInOrder, listIssues } from "../../db/queries/issue-lists.ts";
import { projectKey } from "../../db/queries/project-row.ts";
import { integer, oneOf, text } from "../../http/coerce.ts";
import { endpoint, paginate } from "../../http/endpoint.ts";
import { notFound } from "../../http/errors.ts";
import { pageOf, paginationParams } from "../../http/pagination.ts";
import { optional, withDefault } from "../../http/params.ts";
import { withRows } from "../../permissions/require.ts";
import { presentIssue } from "../../presenters/issue.ts";
import { idParam } from "../id-param.ts";

export const listProjectIssues = endpoint({
  access: { project: "read_issue" },
  params: {
    ...idParam,
    iid: optional(integer),
    state: withDefault<"opened" | "closed" | "all">(oneOf("opened", "closed", "all"), "all"),
    labels: optional(text),
    milestone: optional(text),
    author_id: optional(integer),
    order_by: withDefault<"created_at" | "updated_at">(oneOf("created_at", "updated_at"), "created_at"),
    sort: withDefault<"asc" | "desc">(oneOf("asc", "desc"), "desc"),
    ...paginationParams,
  },
  async handle(call) {
    const { id, iid, state, labels, milestone, author_id, order_by, sort } = call.params;
    // No issue has a label or a milestone yet, so a filter by one finds what the iid 0 does.
    const unmet = Boolean(labels) || (Boolean(milestone) && milestone !== "No Milestone");
    const { perPage, offset } = pageOf(call.params);
    const query: IssueListQuery = {
      project: projectKey(id),
      state,
      orderBy: order_by,
      sort,
      authorId: author_id ?? null,
      iid: unmet ? 0 : (iid ?? null),
      limit: perPage,
      offset,
    };
    const { head, rows } = await withRows(call, listIssues(call.viewer, query));
    if (head.project_id === null) throw notFound("Project");
    const page = { rows: issuesInOrder(rows, query), total: head.total };
    return paginate(call, page, (issue) => presentIssue(issue, head, call.baseUrl));
  },
});
