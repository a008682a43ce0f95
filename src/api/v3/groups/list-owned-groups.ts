// GET /groups/owned

import { listGroups as query } from "../../../db/queries/groups/lists.ts";
import { boolean } from "../../../http/coerce.ts";
import { pageOf, paginationParams } from "../../../http/pagination.ts";
import { withDefault } from "../../../http/params.ts";
import { endpoint, paginate } from "../../endpoint.ts";
import { withViewerRow } from "../../require.ts";
import { paged } from "../../response.ts";
import { presentListedGroup } from "../presenters/group.ts";

export const listOwnedGroups = endpoint({
  access: "user",
  params: { statistics: withDefault(boolean, false), ...paginationParams },
  response: paged(presentListedGroup),
  async handle(call) {
    const { perPage, offset } = pageOf(call.params);
    const [size, page] = query(call.viewer, {
      scope: "owned",
      orderBy: "id",
      sort: "desc",
      statistics: call.params.statistics,
      search: null,
      skip: [],
      limit: perPage,
      offset,
    });
    const { viewerRow, rows } = await withViewerRow(call, size, page);
    return paginate(call, { rows: rows[0], total: viewerRow.total }, (group) =>
      presentListedGroup({ group, seesStatistics: true }, call),
    );
  },
});
