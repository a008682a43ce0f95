// Projects: the simple shape of seven keys, and the whole.
import type { ProjectStatisticsRow } from "../../../db/queries/projects/lists.ts";
import type { ProjectRow } from "../../../db/queries/projects/row.ts";
import type { NotificationLevel } from "../../../db/schema/notifications.ts";
import { presentSizes } from "./statistics.ts";
import { presentUserBasic } from "./user.ts";

interface ProjectPlace {
  readonly id: number;
  readonly name: string;
  readonly path: string;
  /** The group's name or the user's display name. */
  readonly owner: string;
  readonly namespacePath: string;
}

export function presentPlace({ id, name, path, owner, namespacePath }: ProjectPlace, baseUrl: string) {
  const fullPath = `${namespacePath}/${path}`;
  const webUrl = `${baseUrl}/${fullPath}`;
  return {
    id,
    http_url_to_repo: `${webUrl}.git`,
    web_url: webUrl,
    name,
    name_with_namespace: `${owner} / ${name}`,
    path,
    path_with_namespace: fullPath,
  };
}

const placeOf = (project: ProjectRow): ProjectPlace => ({
  id: project.id,
  name: project.name,
  path: project.path,
  owner: project.owner_name ?? project.namespace_name,
  namespacePath: project.namespace_path,
});

export const presentSimpleProject = (project: ProjectRow, baseUrl: string) => presentPlace(placeOf(project), baseUrl);

/** Every field but those only some answers have. */
export function presentProject(project: ProjectRow, baseUrl: string) {
  const place = presentSimpleProject(project, baseUrl);
  return {
    ...place,
    description: project.description,
    default_branch: project.default_branch,
    tag_list: JSON.parse(project.tag_list),
    public: project.visibility_level === 20,
    archived: project.archived === 1,
    visibility_level: project.visibility_level,
    ssh_url_to_repo: `git@${new URL(baseUrl).hostname}:${place.path_with_namespace}.git`,
    ...presentOwner(project, baseUrl),
    issues_enabled: project.issues_enabled === 1,
    merge_requests_enabled: project.merge_requests_enabled === 1,
    wiki_enabled: project.wiki_enabled === 1,
    builds_enabled: project.builds_enabled === 1,
    snippets_enabled: project.snippets_enabled === 1,
    container_registry_enabled: project.container_registry_enabled === 1,
    created_at: project.created_at,
    last_activity_at: project.last_activity_at,
    shared_runners_enabled: project.shared_runners_enabled === 1,
    lfs_enabled: project.lfs_enabled === 1,
    creator_id: project.creator_id,
    namespace: presentNamespaceOfProject(project),
    ...presentSource(project, baseUrl),
    avatar_url: null,
    star_count: project.star_count,
    forks_count: project.forks_count,
    ...(project.issues_enabled === 1 && { open_issues_count: openIssuesCount(project) }),
    public_builds: project.public_builds === 1,
    shared_with_groups: JSON.parse(project.shared_with),
    only_allow_merge_if_build_succeeds: project.only_allow_merge_if_build_succeeds === 1,
    request_access_enabled: project.request_access_enabled === 1,
    only_allow_merge_if_all_discussions_are_resolved: project.only_allow_merge_if_all_discussions_are_resolved === 1,
  };
}

/** How many open issues the viewer may see: no count tells of a confidential one to others. */
function openIssuesCount(project: ProjectRow): number {
  const seesConfidential = project.viewer_admin === 1 || project.access_level >= 20;
  const confidential = seesConfidential ? project.opened_confidential_issues : project.own_confidential_issues;
  return project.opened_issues + confidential;
}

/** With what the viewer is in the project and in its group. */
export const presentProjectWithPermissions = (project: ProjectRow, baseUrl: string) => ({
  ...presentProject(project, baseUrl),
  permissions: {
    project_access: presentAccess(project.direct_level, project.direct_notification_level),
    group_access: presentAccess(project.group_level, project.group_notification_level),
  },
});

/** Where they were asked for. */
export function presentProjectStatistics({ commit_count, repository_size }: Partial<ProjectStatisticsRow>) {
  if (commit_count === undefined || repository_size === undefined) return {};
  return { statistics: { commit_count, ...presentSizes(repository_size) } };
}

/** Masters and up are shown the token by which runners register. */
export const presentRunnersToken = (project: ProjectRow, admin: boolean) =>
  admin || project.access_level >= 40 ? { runners_token: project.runners_token } : {};

const notificationLevels: Readonly<Record<NotificationLevel, number>> = {
  disabled: 0,
  participating: 1,
  watch: 2,
  global: 3,
  mention: 4,
  custom: 5,
};

const presentAccess = (level: number | null, notifications: NotificationLevel | null) =>
  level === null ? null : { access_level: level, notification_level: notificationLevels[notifications ?? "global"] };

/** Only a personal project has an owner. */
function presentOwner(project: ProjectRow, baseUrl: string) {
  const { namespace_owner_id: id, owner_username: username, owner_name: name, owner_state: state } = project;
  if (id === null || username === null || name === null || state === null) return {};
  return { owner: presentUserBasic({ id, username, name, state }, baseUrl) };
}

/** The source of a fork, unless it is gone or not for this viewer's eyes. */
function presentSource(project: ProjectRow, baseUrl: string) {
  const { source_id, source_name, source_path, source_namespace_name, source_namespace_path } = project;
  if (project.source_visible !== 1 || source_id === null || source_name === null) return {};
  if (source_path === null || source_namespace_name === null || source_namespace_path === null) return {};
  const place = {
    id: source_id,
    name: source_name,
    path: source_path,
    owner: source_namespace_name,
    namespacePath: source_namespace_path,
  };
  return { forked_from_project: presentPlace(place, baseUrl) };
}

const presentNamespaceOfProject = (project: ProjectRow) => ({
  id: project.namespace_id,
  name: project.namespace_name,
  path: project.namespace_path,
  kind: project.namespace_kind,
  full_path: project.namespace_path,
  owner_id: project.namespace_owner_id,
  created_at: project.namespace_created_at,
  updated_at: project.namespace_updated_at,
  description: project.namespace_description,
  avatar: { url: null },
  share_with_group_lock: project.namespace_share_with_group_lock === 1,
  visibility_level: project.namespace_visibility_level,
});
