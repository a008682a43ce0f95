// Projects: the simple shape of seven keys, and the full one.
import type { ProjectStatisticsRow } from "../../../db/queries/projects/lists.ts";
import type { ProjectRow } from "../../../db/queries/projects/row.ts";
import { openIssuesCount } from "../../../services/projects/open-issues-count.ts";
import type { PresenterContext } from "../../presenter-context.ts";
import { joined } from "../../presenters/joined.ts";
import { ownerOf, type ProjectPlace, placeOf, sourceOf, tagsIn } from "../../presenters/project.ts";
import { presentAccess } from "../../presenters/project-access.ts";
import { presentSizes } from "./statistics.ts";
import { presentUserBasic } from "./user.ts";

export function presentPlace({ id, name, path, owner, namespacePath }: ProjectPlace, context: PresenterContext) {
  const fullPath = joined("/", namespacePath, path);
  const webUrl = joined("/", context.baseUrl, fullPath);
  return {
    id,
    http_url_to_repo: joined("", webUrl, ".git"),
    web_url: webUrl,
    name,
    name_with_namespace: joined(" / ", owner, name),
    path,
    path_with_namespace: fullPath,
  };
}

export const presentSimpleProject = (project: ProjectRow, context: PresenterContext) =>
  presentPlace(placeOf(project), context);

interface SharedWith {
  readonly group_id: number;
  readonly group_name: string;
  readonly group_access_level: number;
}

/** @param json of the column */
const sharesIn = (json: string): SharedWith[] =>
  JSON.parse(json).map(({ group_id, group_name, group_access_level }: SharedWith) => ({
    group_id,
    group_name,
    group_access_level,
  }));

/** @param origin `https://host`, perhaps with a port */
const hostnameOf = (origin: string): string => origin.slice(origin.indexOf("//") + 2).replace(/:\d+$/, "");

/** The full shape without the keys that only some endpoints add. */
export function presentProject(project: ProjectRow, context: PresenterContext) {
  const place = presentSimpleProject(project, context);
  return {
    ...place,
    description: project.description,
    default_branch: project.default_branch,
    tag_list: tagsIn(project.tag_list),
    public: project.visibility_level === 20,
    archived: project.archived === 1,
    visibility_level: project.visibility_level,
    ssh_url_to_repo: joined("", "git@", hostnameOf(context.baseUrl), ":", place.path_with_namespace, ".git"),
    ...presentOwner(project, context),
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
    ...presentSource(project, context),
    avatar_url: null,
    star_count: project.star_count,
    forks_count: project.forks_count,
    ...(project.issues_enabled === 1 && { open_issues_count: openIssuesCount(project) }),
    public_builds: project.public_builds === 1,
    shared_with_groups: sharesIn(project.shared_with),
    only_allow_merge_if_build_succeeds: project.only_allow_merge_if_build_succeeds === 1,
    request_access_enabled: project.request_access_enabled === 1,
    only_allow_merge_if_all_discussions_are_resolved: project.only_allow_merge_if_all_discussions_are_resolved === 1,
    // GitLab 8.16 does not have it, so that projects without an import keep exactly its keys.
    ...(project.import_status !== "none" && { import_status: project.import_status }),
  };
}

/** Adds the viewer's access to the project and to its group. */
const presentProjectWithPermissions = (project: ProjectRow, context: PresenterContext) => ({
  ...presentProject(project, context),
  permissions: {
    project_access: presentAccess(project.direct_level, project.direct_notification_level),
    group_access: presentAccess(project.group_level, project.group_notification_level),
  },
});

/** Empty unless the request selected statistics. */
function presentProjectStatistics({ commit_count, repository_size }: Partial<ProjectStatisticsRow>) {
  if (commit_count === undefined || repository_size === undefined) return {};
  return { statistics: { commit_count, ...presentSizes(repository_size) } };
}

interface ProjectForViewer {
  readonly project: ProjectRow;
  /** True if the viewer is an administrator. */
  readonly isAdmin: boolean;
}

/** Adds what only masters and up see, see {@link presentForMasters}. */
export const presentProjectWithToken = ({ project, isAdmin }: ProjectForViewer, context: PresenterContext) => ({
  ...presentProject(project, context),
  ...presentForMasters({ project, isAdmin }),
});

interface ForMasters {
  readonly runners_token?: string;
  readonly import_error?: string | null;
}

/** The token by which runners register, and why an import failed: for masters and up. */
export function presentForMasters({ project, isAdmin }: ProjectForViewer): ForMasters {
  if (!isAdmin && project.access_level < 40) return {};
  return {
    runners_token: project.runners_token,
    ...(project.import_status !== "none" && { import_error: project.import_error }),
  };
}

function presentOwner(project: ProjectRow, context: PresenterContext) {
  const owner = ownerOf(project);
  return owner === null ? {} : { owner: presentUserBasic(owner, context) };
}

function presentSource(project: ProjectRow, context: PresenterContext) {
  const source = sourceOf(project);
  return source === null ? {} : { forked_from_project: presentPlace(source, context) };
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

/** With the viewer's access, and with the token by which runners register, for masters and up. */
export const presentReadProject = ({ project, isAdmin }: ProjectForViewer, context: PresenterContext) => ({
  ...presentProjectWithPermissions(project, context),
  ...presentForMasters({ project, isAdmin }),
});

/** With the viewer's access and, if the request selected them, with statistics. */
export const presentListedProject = (
  project: ProjectRow & Partial<ProjectStatisticsRow>,
  context: PresenterContext,
) => ({
  ...presentProjectWithPermissions(project, context),
  ...presentProjectStatistics(project),
});
