// Groups: the shape of lists, and the detail with the group's projects.
import type { GroupStatisticsRow } from "../../../db/queries/groups/lists.ts";
import type { GroupRow } from "../../../db/queries/groups/row.ts";
import type { ProjectRow } from "../../../db/queries/projects/row.ts";
import type { PresenterContext } from "../../presenter-context.ts";
import { joined } from "../../presenters/joined.ts";
import { presentProject } from "./project.ts";
import { presentSizes } from "./statistics.ts";

export const presentGroup = (group: GroupRow, context: PresenterContext) => ({
  id: group.id,
  name: group.name,
  path: group.path,
  description: group.description,
  visibility_level: group.visibility_level,
  lfs_enabled: group.lfs_enabled === 1,
  avatar_url: null,
  web_url: joined("/", context.baseUrl, "groups", group.path),
  request_access_enabled: group.request_access_enabled === 1,
  full_name: group.name,
  full_path: group.path,
  // Groups do not nest, as in GitLab 8.16.
  parent_id: null,
});

export interface GroupDetail {
  readonly group: GroupRow;
  readonly projects: readonly ProjectRow[];
  readonly sharedProjects: readonly ProjectRow[];
}

export const presentGroupDetail = ({ group, projects, sharedProjects }: GroupDetail, context: PresenterContext) => ({
  ...presentGroup(group, context),
  projects: projects.map((project) => presentProject(project, context)),
  shared_projects: sharedProjects.map((project) => presentProject(project, context)),
});

/** Empty unless the request selected statistics. */
const presentGroupStatistics = ({ repository_size }: Partial<GroupStatisticsRow>) =>
  repository_size === undefined ? {} : { statistics: presentSizes(repository_size) };

interface ListedGroup {
  readonly group: GroupRow & Partial<GroupStatisticsRow>;
  /** True if the viewer may see its statistics. */
  readonly seesStatistics: boolean;
}

export const presentListedGroup = ({ group, seesStatistics }: ListedGroup, context: PresenterContext) => ({
  ...presentGroup(group, context),
  ...(seesStatistics && presentGroupStatistics(group)),
});
