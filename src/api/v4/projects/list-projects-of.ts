// Lists of projects that the path names: those of a group, those of a user, and forks.

import type { ProjectFilterValues } from "../../../db/queries/projects/filters.ts";
import { listProjects, type ProjectListQuery } from "../../../db/queries/projects/lists.ts";
import { notFound } from "../../../http/errors.ts";
import { pageOf } from "../../../http/pagination.ts";
import { searchText } from "../../../http/search.ts";
import { type Call, paginate, type Reply } from "../../endpoint.ts";
import { withViewerRow } from "../../require.ts";
import { presentProject, presentSimpleProject } from "../presenters/project.ts";
import { filtersOf, type projectListParams } from "./project-list-params.ts";

/** @param name of what the path names, for the 404 */
export async function listProjectsOf(
  call: Call<typeof projectListParams>,
  name: "Group" | "User" | "Project",
  which: Pick<ProjectListQuery, "scope" | "group" | "username" | "userId" | "source">,
  filters: ProjectFilterValues = {},
): Promise<Reply> {
  const { archived = null, order_by, sort, owned, starred } = call.params;
  const { perPage, offset } = pageOf(call.params);
  const [size, page] = listProjects(call.viewer, {
    ...which,
    archived,
    visibility: call.params.visibility ?? null,
    orderBy: order_by,
    sort,
    owned,
    starred,
    statistics: false,
    filters: { ...filtersOf(call.params), ...filters },
    search: searchText(call.params.search),
    limit: perPage,
    offset,
  });
  const { viewerRow, rows } = await withViewerRow(call, size, page);
  if (viewerRow.named_id === null) throw notFound(name);
  const present = call.params.simple || viewerRow.viewer_id === null ? presentSimpleProject : presentProject;
  return paginate(call, { rows: rows[0], total: viewerRow.total }, (row) => present(row, call));
}
