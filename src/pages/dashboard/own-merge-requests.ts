// The viewer's merge requests in all projects, which API v3 does not list, in the form of an endpoint.
import { endpoint, paginate } from "../../api/endpoint.ts";
import { withRows } from "../../api/require.ts";
import { paged } from "../../api/response.ts";
import { listViewersMergeRequests, type ViewersMergeRequest } from "../../db/queries/merge-requests/viewer-lists.ts";
import { oneOf } from "../../http/coerce.ts";
import { pageOf, paginationParams } from "../../http/pagination.ts";
import { withDefault } from "../../http/params.ts";

const mergeRequestStates = ["opened", "merged", "closed", "all"] as const;
const mergeRequestScopes = ["assigned", "created"] as const;

const unchanged = (row: ViewersMergeRequest): ViewersMergeRequest => row;

export const listOwnMergeRequests = endpoint({
  access: "user",
  params: {
    scope: withDefault<(typeof mergeRequestScopes)[number]>(oneOf(...mergeRequestScopes), "assigned"),
    state: withDefault<(typeof mergeRequestStates)[number]>(oneOf(...mergeRequestStates), "opened"),
    ...paginationParams,
  },
  response: paged(unchanged),
  async handle(call) {
    const { scope, state } = call.params;
    const { perPage, offset } = pageOf(call.params);
    const query = { scope, state, limit: perPage, offset };
    const { viewerRow, rows } = await withRows(call, listViewersMergeRequests(call.viewer, query));
    const found = rows.filter((row) => row.id !== null);
    found.sort((a, b) => (a.created_at === b.created_at ? b.id - a.id : a.created_at < b.created_at ? 1 : -1));
    return paginate(call, { rows: found, total: viewerRow.total }, unchanged);
  },
});
