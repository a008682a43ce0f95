// Parameters, query and shapes that all lists of projects share.
import {
  type ListedProjectRow,
  listProjects,
  type ProjectListQuery,
  type ProjectListViewerRow,
  projectOrders,
} from "../../../db/queries/projects/lists.ts";
import type { VisibilityLevel } from "../../../db/schema/namespaces.ts";
import { boolean, oneOf, text } from "../../../http/coerce.ts";
import { pageOf, paginationParams } from "../../../http/pagination.ts";
import { optional, withDefault } from "../../../http/params.ts";
import { searchText } from "../../../http/search.ts";
import { type Call, paginate, type Reply } from "../../endpoint.ts";
import { withViewerRow } from "../../require.ts";
import {
  presentProject,
  presentProjectStatistics,
  presentProjectWithPermissions,
  presentSimpleProject,
} from "../presenters/project.ts";

export const projectListParams = {
  archived: withDefault(boolean, false),
  visibility: optional(oneOf("public", "internal", "private")),
  search: optional(text),
  order_by: withDefault<(typeof projectOrders)[number]>(oneOf(...projectOrders), "created_at"),
  sort: withDefault<"asc" | "desc">(oneOf("asc", "desc"), "desc"),
  simple: withDefault(boolean, false),
  owned: withDefault(boolean, false),
  starred: withDefault(boolean, false),
  ...paginationParams,
};

const levels: Record<"public" | "internal" | "private", VisibilityLevel> = { private: 0, internal: 10, public: 20 };

type Present = (
  project: ListedProjectRow,
  viewerRow: ProjectListViewerRow,
  call: Call<typeof projectListParams>,
) => unknown;

/** The shape of most lists; the anonymous get the simple shape. */
export const presentForList: Present = (project, viewerRow, call) =>
  call.params.simple || viewerRow.viewer_id === null
    ? presentSimpleProject(project, call)
    : presentProject(project, call);

/** The shape of lists that contain the viewer's access to each project. */
export const presentForViewer: Present = (project, viewerRow, call) =>
  call.params.simple || viewerRow.viewer_id === null
    ? presentSimpleProject(project, call)
    : { ...presentProjectWithPermissions(project, call), ...presentProjectStatistics(project) };

/** Reads one page in one round trip. */
export async function serveProjectList(
  call: Call<typeof projectListParams>,
  which: Pick<ProjectListQuery, "scope" | "group"> & { search?: string; statistics?: boolean },
  present: Present,
): Promise<{ viewerRow: ProjectListViewerRow; reply: Reply }> {
  const { archived, visibility, search, order_by, sort, owned, starred } = call.params;
  const { perPage, offset } = pageOf(call.params);
  const [size, page] = listProjects(call.viewer, {
    owned,
    starred,
    archived,
    visibility: visibility === undefined ? null : levels[visibility],
    orderBy: order_by,
    sort,
    limit: perPage,
    offset,
    statistics: false,
    ...which,
    search: searchText(which.search ?? search),
  });
  const { viewerRow, rows } = await withViewerRow(call, size, page);
  return {
    viewerRow,
    reply: paginate(call, { rows: rows[0], total: viewerRow.total }, (project) => present(project, viewerRow, call)),
  };
}
