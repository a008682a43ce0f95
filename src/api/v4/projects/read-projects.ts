// GET /projects and /projects/:id

import type { ProjectScope } from "../../../db/queries/projects/list-scopes.ts";
import { listProjects as query } from "../../../db/queries/projects/lists.ts";
import { boolean, text } from "../../../http/coerce.ts";
import { pageOf } from "../../../http/pagination.ts";
import { optional, type ParamValues, withDefault } from "../../../http/params.ts";
import { searchText } from "../../../http/search.ts";
import { endpoint, paginate } from "../../endpoint.ts";
import { gettingProject } from "../../projects/get-project.ts";
import { withViewerRow } from "../../require.ts";
import { boundedPaged } from "../../response.ts";
import { presentProject, presentReadProject, presentSimpleProject } from "../presenters/project.ts";
import { keysetReply } from "./keyset.ts";
import { filtersOf, projectListParams } from "./project-list-params.ts";

export const getProject = gettingProject(presentReadProject, presentSimpleProject);

const params = {
  ...projectListParams,
  membership: withDefault<boolean>(boolean, false),
  statistics: withDefault<boolean>(boolean, false),
  pagination: optional(text),
};

type Given = ParamValues<typeof params>;

/** The list that the filters leave the least of. A minimal level is that of a membership. */
function scopeOf({ membership, owned, starred, min_access_level }: Given): ProjectScope {
  if (owned) return "owned";
  if (membership || min_access_level != null) return "authorized";
  return starred ? "starred" : "visible";
}

/** Pages, or with `pagination=keyset&order_by=id` a Link to what follows the last id, without totals. */
export const listProjects = endpoint({
  access: "visible",
  params,
  response: boundedPaged(presentSimpleProject, presentProject),
  async handle(call) {
    const { archived = null, order_by, sort, owned, starred, statistics } = call.params;
    const isKeyset = call.params.pagination === "keyset" && order_by === "id";
    const { perPage, offset } = pageOf(call.params);
    const scope = scopeOf(call.params);
    const [size, page] = query(call.viewer, {
      scope,
      owned: owned && scope !== "owned",
      starred: starred && scope !== "starred",
      archived,
      visibility: call.params.visibility ?? null,
      orderBy: order_by,
      sort,
      filters: filtersOf(call.params),
      isCounted: !isKeyset,
      // One more, to know whether something follows.
      limit: isKeyset ? perPage + 1 : perPage,
      offset: isKeyset ? 0 : offset,
      statistics,
      search: searchText(call.params.search),
    });
    const { viewerRow, rows } = await withViewerRow(call, size, page);
    const present = call.params.simple || viewerRow.viewer_id === null ? presentSimpleProject : presentProject;
    return isKeyset
      ? keysetReply(call, rows[0], present)
      : paginate(call, { rows: rows[0], total: viewerRow.total }, (row) => present(row, call));
  },
});
