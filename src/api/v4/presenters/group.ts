// Groups: the shape of lists, and the detail with the group's projects.
import type { GroupStatisticsRow } from "../../../db/queries/groups/lists.ts";
import type { GroupRow } from "../../../db/queries/groups/row.ts";
import type { ProjectRow } from "../../../db/queries/projects/row.ts";
import type { PresenterContext } from "../../presenter-context.ts";
import { presentProject } from "./project.ts";
import { visibilityOf } from "./visibility.ts";

/** Groups do not nest. */
export const presentGroup = (group: GroupRow, { baseUrl }: PresenterContext) => ({
  id: group.id,
  name: group.name,
  path: group.path,
  description: group.description,
  visibility: visibilityOf(group.visibility_level),
  share_with_group_lock: group.share_with_group_lock === 1,
  require_two_factor_authentication: false,
  two_factor_grace_period: 48,
  project_creation_level: "developer" as const,
  subgroup_creation_level: "owner" as const,
  auto_devops_enabled: null,
  emails_disabled: false,
  mentions_disabled: false,
  lfs_enabled: group.lfs_enabled === 1,
  default_branch: null,
  avatar_url: null,
  web_url: `${baseUrl}/groups/${group.path}`,
  request_access_enabled: group.request_access_enabled === 1,
  full_name: group.name,
  full_path: group.path,
  created_at: group.created_at,
  parent_id: null,
});

/** Inside other records. */
export const presentPublicGroup = (
  { id, name, path }: Pick<GroupRow, "id" | "name" | "path">,
  { baseUrl }: PresenterContext,
) => ({
  id,
  name,
  avatar_url: null,
  web_url: `${baseUrl}/groups/${path}`,
  full_name: name,
  full_path: path,
});

interface ListedGroup {
  readonly group: GroupRow & Partial<GroupStatisticsRow>;
  /** True if the viewer may see its statistics. */
  readonly seesStatistics: boolean;
}

export const presentListedGroup = ({ group, seesStatistics }: ListedGroup, context: PresenterContext) => ({
  ...presentGroup(group, context),
  ...(seesStatistics &&
    group.repository_size !== undefined && {
      statistics: {
        storage_size: group.repository_size,
        repository_size: group.repository_size,
        lfs_objects_size: 0,
        job_artifacts_size: 0,
      },
    }),
});

interface GroupDetail {
  readonly group: GroupRow;
  readonly projects: readonly ProjectRow[];
  readonly sharedProjects: readonly ProjectRow[];
}

export const presentGroupDetail = ({ group, projects, sharedProjects }: GroupDetail, context: PresenterContext) => ({
  ...presentGroupAlone(group, context),
  projects: projects.map((project) => presentProject(project, context)),
  shared_projects: sharedProjects.map((project) => presentProject(project, context)),
});

/** Without its projects. Groups are not shared with groups. */
export const presentGroupAlone = (group: GroupRow, context: PresenterContext) => ({
  ...presentGroup(group, context),
  shared_with_groups: [],
});
