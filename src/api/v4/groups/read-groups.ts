// GET /groups, /groups/:id, its subgroups and projects

import { listProjectsOfGroup, listProjectsSharedWithGroup } from "../../../db/queries/groups/groups.ts";
import { type GroupScope, listGroups as query } from "../../../db/queries/groups/lists.ts";
import { groupKey } from "../../../db/queries/groups/row.ts";
import { boolean, commaList, integer, oneOf, text } from "../../../http/coerce.ts";
import { pageOf, paginationParams } from "../../../http/pagination.ts";
import { optional, withDefault } from "../../../http/params.ts";
import { searchText } from "../../../http/search.ts";
import { endpoint, paginate } from "../../endpoint.ts";
import { idParam } from "../../id-param.ts";
import { withGroup, withViewerRow } from "../../require.ts";
import { one, type Present, paged } from "../../response.ts";
import { presentGroup, presentGroupAlone, presentGroupDetail, presentListedGroup } from "../presenters/group.ts";
import { presentLabel } from "../presenters/label.ts";
import { presentMilestone } from "../presenters/milestone.ts";
import { presentProject, presentSimpleProject } from "../presenters/project.ts";
import { listProjectsOf } from "../projects/list-projects-of.ts";
import { projectListParams } from "../projects/project-list-params.ts";
import { visibility } from "../visibility.ts";

const listParams = {
  search: optional(text),
  owned: withDefault<boolean>(boolean, false),
  min_access_level: optional(integer),
  all_available: withDefault<boolean>(boolean, true),
  skip_groups: optional(commaList(integer)),
  statistics: withDefault<boolean>(boolean, false),
  visibility: optional(visibility),
  order_by: withDefault<"id" | "name" | "path">(oneOf("name", "path", "id"), "name"),
  sort: withDefault<"asc" | "desc">(oneOf("asc", "desc"), "asc"),
  ...paginationParams,
};

export const listGroups = endpoint({
  access: "user",
  params: listParams,
  response: paged(presentListedGroup),
  async handle(call) {
    const { owned, min_access_level, all_available, order_by, sort, statistics, skip_groups = [] } = call.params;
    const { perPage, offset } = pageOf(call.params);
    const scope: GroupScope = owned
      ? "owned"
      : min_access_level != null
        ? "level"
        : all_available
          ? "available"
          : "member";
    const [size, page] = query(call.viewer, {
      scope,
      minLevel: min_access_level ?? 0,
      visibility: call.params.visibility,
      orderBy: order_by,
      sort,
      statistics,
      search: searchText(call.params.search),
      skip: skip_groups.flatMap((id) => id ?? []),
      limit: perPage,
      offset,
    });
    const { viewerRow, rows } = await withViewerRow(call, size, page);
    const seesStatistics = viewerRow.viewer_admin === 1 || scope === "owned";
    return paginate(call, { rows: rows[0], total: viewerRow.total }, (group) =>
      presentListedGroup({ group, seesStatistics }, call),
    );
  },
});

export const getGroup = endpoint({
  access: { group: "read_group" },
  params: { ...idParam, with_projects: withDefault<boolean>(boolean, true) },
  response: one(presentGroupDetail, presentGroupAlone),
  async handle(call) {
    const key = groupKey(call.params.id);
    if (!call.params.with_projects) return presentGroupAlone((await withGroup(call)).group, call);
    const { group, rows } = await withGroup(
      call,
      listProjectsOfGroup(call.viewer, key),
      listProjectsSharedWithGroup(call.viewer, key),
    );
    return presentGroupDetail({ group, projects: rows[0], sharedProjects: rows[1] }, call);
  },
});

const nothingIn = (present: Present) =>
  endpoint({
    access: { group: "read_group" },
    params: { ...idParam, ...paginationParams },
    response: paged(present),
    async handle(call) {
      await withGroup(call);
      return paginate(call, { rows: [], total: 0 }, () => null);
    },
  });

/** Groups do not nest. */
export const listSubgroups = nothingIn(presentGroup);
/** Labels and milestones are those of projects. */
export const listGroupLabels = nothingIn(presentLabel);
export const listGroupMilestones = nothingIn(presentMilestone);

export const listGroupProjects = endpoint({
  access: { group: "read_group" },
  params: {
    ...idParam,
    ...projectListParams,
    with_shared: withDefault<boolean>(boolean, true),
  },
  response: paged(presentSimpleProject, presentProject),
  handle(call) {
    const group = groupKey(call.params.id);
    return listProjectsOf(call, "Group", { scope: "group", group }, call.params.with_shared ? {} : { unshared: 1 });
  },
});
