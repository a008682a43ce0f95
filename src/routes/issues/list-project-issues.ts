// GET /projects/:id/issues
import { listIssues } from "../../db/queries/issue-lists.ts";
import { projectKey } from "../../db/queries/project-row.ts";
import { integer, oneOf } from "../../http/coerce.ts";
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
    author_id: optional(integer),
    order_by: withDefault<"created_at" | "updated_at">(oneOf("created_at", "updated_at"), "created_at"),
    sort: withDefault<"asc" | "desc">(oneOf("asc", "desc"), "desc"),
    ...paginationParams,
  },
  async handle(call) {
    const { id, iid, state, author_id, order_by, sort } = call.params;
    const { perPage, offset } = pageOf(call.params);
    const list = listIssues(call.viewer, {
      project: projectKey(id),
      state,
      orderBy: order_by,
      sort,
      authorId: author_id ?? null,
      iid: iid ?? null,
      limit: perPage,
      offset,
    });
    const { head, rows } = await withRows(call, list);
    if (head.project_id === null) throw notFound("Project");
    const issues = rows.filter((row) => row.id !== null);
    return paginate(call, { rows: issues, total: head.total }, (issue) => presentIssue(issue, head, call.baseUrl));
  },
});
