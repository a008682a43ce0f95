// GET /projects and /projects/:id

import type { ProjectFilterValues } from "../../../db/queries/projects/filters.ts";
import { type ProjectScope, projectOrders, listProjects as query } from "../../../db/queries/projects/lists.ts";
import { boolean, commaList, dateTime, integer, oneOf, text } from "../../../http/coerce.ts";
import { pageOf, paginationParams } from "../../../http/pagination.ts";
import { optional, type ParamValues, withDefault } from "../../../http/params.ts";
import { searchText } from "../../../http/search.ts";
import { type Call, endpoint, paginate } from "../../endpoint.ts";
import { gettingProject } from "../../projects/get-project.ts";
import { withViewerRow } from "../../require.ts";
import { boundedPaged } from "../../response.ts";
import { presentProject, presentReadProject, presentSimpleProject } from "../presenters/project.ts";
import { visibility } from "../visibility.ts";
import { keysetReply } from "./keyset.ts";

export const getProject = gettingProject(presentReadProject, presentSimpleProject);

export const projectListParams = {
  archived: optional(boolean),
  visibility: optional(visibility),
  search: optional(text),
  order_by: withDefault<(typeof projectOrders)[number]>(oneOf(...projectOrders), "created_at"),
  sort: withDefault<"asc" | "desc">(oneOf("asc", "desc"), "desc"),
  simple: withDefault<boolean>(boolean, false),
  owned: withDefault<boolean>(boolean, false),
  starred: withDefault<boolean>(boolean, false),
  min_access_level: optional(integer),
  with_issues_enabled: optional(boolean),
  with_merge_requests_enabled: optional(boolean),
  topic: optional(commaList(text)),
  id_after: optional(integer),
  id_before: optional(integer),
  last_activity_after: optional(dateTime),
  last_activity_before: optional(dateTime),
  ...paginationParams,
};

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

/** The filters that lists have beside those with counters. */
export function filtersOf(given: ParamValues<typeof projectListParams>): ProjectFilterValues {
  const { topic, ...values } = given;
  const names = ["min_access_level", "id_after", "id_before", "last_activity_after", "last_activity_before"] as const;
  const plain = names.flatMap((name) => (values[name] == null ? [] : [[name, values[name]] as const]));
  const flags = (["with_issues_enabled", "with_merge_requests_enabled"] as const).flatMap((name) =>
    values[name] == null ? [] : [[name, values[name] ? 1 : 0] as const],
  );
  const topics = topic === undefined || topic.length === 0 ? [] : [["topics", JSON.stringify(topic)] as const];
  return Object.fromEntries([...plain, ...flags, ...topics]);
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

export type ListCall = Call<typeof params>;
