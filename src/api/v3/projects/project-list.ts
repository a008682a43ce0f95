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
import { presentSimpleProject } from "../presenters/project.ts";

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

type ListCall = Call<typeof projectListParams>;

/** The shape for signed-in viewers, unless they request the simple one. */
export type PresentListed = (project: ListedProjectRow, call: ListCall) => unknown;

/** Reads one page in one round trip. */
export async function serveProjectList(
  call: ListCall,
  which: Pick<ProjectListQuery, "scope" | "group" | "username"> & { search?: string; statistics?: boolean },
  present: PresentListed,
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
  const isSimple = call.params.simple || viewerRow.viewer_id === null;
  return {
    viewerRow,
    reply: paginate(call, { rows: rows[0], total: viewerRow.total }, (project) =>
      isSimple ? presentSimpleProject(project, call) : present(project, call),
    ),
  };
}
