// GET /projects/:id/issues
import { listIssues } from "../../db/queries/issue-lists.ts";
import { projectKey } from "../../db/queries/project-row.ts";
import { integer, oneOf } from "../../http/coerce.ts";
import { endpoint, paginate } from "../../http/endpoint.ts";
import { notFound } from "../../http/errors.ts";
import { pageOf, paginationParams } from "../../http/pagination.ts";
import { optional, withDefault } from "../../http/params.ts";
import { withHead } from "../../permissions/require.ts";
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
    const [size, page] = listIssues(call.viewer, {
      project: projectKey(id),
      state,
      orderBy: order_by,
      sort,
      authorId: author_id ?? null,
      iid: iid ?? null,
      limit: perPage,
      offset,
    });
    const { head, rows } = await withHead(call, size, page);
    if (head.project_id === null) throw notFound("Project");
    return paginate(call, { rows: rows[0], total: head.total }, (issue) => presentIssue(issue, head, call.baseUrl));
  },
});
