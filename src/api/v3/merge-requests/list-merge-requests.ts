// GET /projects/:id/merge_requests

import { inOrder } from "../../../db/queries/issuable-lists/lists.ts";
import { type ListedMergeRequest, listMergeRequests as list } from "../../../db/queries/merge-requests/lists.ts";
import { projectKey } from "../../../db/queries/projects/row.ts";
import { integer, oneOf, oneOrSeveral } from "../../../http/coerce.ts";
import { forbidden, notFound } from "../../../http/errors.ts";
import { pageOf, paginationParams } from "../../../http/pagination.ts";
import { optional, withDefault } from "../../../http/params.ts";
import { endpoint, paginate } from "../../endpoint.ts";
import { idParam } from "../../id-param.ts";
import { withRows } from "../../require.ts";
import { paged } from "../../response.ts";
import { presentMergeRequest } from "../presenters/merge-request.ts";

export const listMergeRequests = endpoint({
  access: { project: "read_merge_request" },
  params: {
    ...idParam,
    state: withDefault<"opened" | "closed" | "merged" | "all">(oneOf("opened", "closed", "merged", "all"), "all"),
    iid: optional(oneOrSeveral(integer)),
    order_by: withDefault<"created_at" | "updated_at">(oneOf("created_at", "updated_at"), "created_at"),
    sort: withDefault<"asc" | "desc">(oneOf("asc", "desc"), "desc"),
    ...paginationParams,
  },
  response: paged(presentMergeRequest),
  async handle(call) {
    const { id, state, iid, order_by: orderBy, sort } = call.params;
    const { perPage, offset } = pageOf(call.params);
    const scope = { kind: "project", project: projectKey(id) } as const;
    const filters = iid === undefined || iid.length === 0 ? {} : { iids: JSON.stringify(iid) };
    const query = { scope, state, filters, orderBy, sort, limit: perPage, offset };
    const { viewerRow, rows } = await withRows(call, list(call.viewer, query));
    if (viewerRow.tracker_id == null) throw notFound("Project");
    if (viewerRow.sees_all === 0) throw forbidden();
    const page = { rows: inOrder(rows, query), total: viewerRow.total };
    return paginate<ListedMergeRequest>(call, page, presentMergeRequest);
  },
});
