// GET /namespaces

import { listNamespaces as query } from "../../../db/queries/groups/namespaces.ts";
import { text } from "../../../http/coerce.ts";
import { pageOf, paginationParams } from "../../../http/pagination.ts";
import { optional } from "../../../http/params.ts";
import { searchText } from "../../../http/search.ts";
import { endpoint, paginate } from "../../endpoint.ts";
import { withViewerRow } from "../../require.ts";
import { paged } from "../../response.ts";
import { presentNamespace } from "../presenters/namespace.ts";

export const listNamespaces = endpoint({
  access: "user",
  params: { search: optional(text), ...paginationParams },
  response: paged(presentNamespace),
  async handle(call) {
    const { perPage, offset } = pageOf(call.params);
    const [size, page] = query(call.viewer, searchText(call.params.search), perPage, offset);
    const { viewerRow, rows } = await withViewerRow(call, size, page);
    return paginate(call, { rows: rows[0], total: viewerRow.total }, presentNamespace);
  },
});
