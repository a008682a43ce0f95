// GET /groups

import { listGroups as query } from "../../../db/queries/groups/lists.ts";
import { arrayOf, boolean, integer, oneOf, text } from "../../../http/coerce.ts";
import { pageOf, paginationParams } from "../../../http/pagination.ts";
import { optional, withDefault } from "../../../http/params.ts";
import { searchText } from "../../../http/search.ts";
import { endpoint, paginate } from "../../endpoint.ts";
import { withViewerRow } from "../../require.ts";
import { paged } from "../../response.ts";
import { presentListedGroup } from "../presenters/group.ts";

export const listGroups = endpoint({
  access: "user",
  params: {
    statistics: withDefault(boolean, false),
    skip_groups: optional(arrayOf(integer)),
    all_available: optional(boolean),
    search: optional(text),
    order_by: withDefault<"name" | "path">(oneOf("name", "path"), "name"),
    sort: withDefault<"asc" | "desc">(oneOf("asc", "desc"), "asc"),
    ...paginationParams,
  },
  response: paged(presentListedGroup),
  async handle(call) {
    const { statistics, skip_groups, all_available, search, order_by, sort } = call.params;
    const { perPage, offset } = pageOf(call.params);
    const [size, page] = query(call.viewer, {
      scope: all_available ? "available" : "member",
      orderBy: order_by,
      sort,
      statistics,
      search: searchText(search),
      skip: (skip_groups ?? []).filter((id) => id !== null),
      limit: perPage,
      offset,
    });
    const { viewerRow, rows } = await withViewerRow(call, size, page);
    return paginate(call, { rows: rows[0], total: viewerRow.total }, (group) =>
      presentListedGroup({ group, seesStatistics: viewerRow.viewer_admin === 1 }, call),
    );
  },
});
