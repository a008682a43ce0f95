// Projects: the simple shape, and the full one.
import type { ListedProjectRow } from "../../../db/queries/projects/lists.ts";
import type { ProjectRow } from "../../../db/queries/projects/row.ts";
import { openIssuesCount } from "../../../services/projects/open-issues-count.ts";
import type { PresenterContext } from "../../presenter-context.ts";
import { joined } from "../../presenters/joined.ts";
import { ownerOf, type ProjectPlace, placeOf, sourceOf, tagsIn } from "../../presenters/project.ts";
import { presentAccess } from "../../presenters/project-access.ts";
import { presentUserBasic } from "./user.ts";
import { visibilityOf } from "./visibility.ts";

const httpUrl = (namespacePath: string, path: string, { baseUrl }: PresenterContext): string =>
  joined("", baseUrl, "/", namespacePath, "/", path, ".git");

export const presentPlace = ({ id, name, path, owner, namespacePath }: ProjectPlace, context: PresenterContext) => ({
  id,
  name,
  name_with_namespace: joined(" / ", owner, name),
  path,
  path_with_namespace: joined("/", namespacePath, path),
  http_url_to_repo: httpUrl(namespacePath, path, context),
  web_url: joined("/", context.baseUrl, namespacePath, path),
});

export const presentSimpleProject = (project: ProjectRow, context: PresenterContext) => ({
  ...presentPlace(placeOf(project), context),
  // There is no SSH. The URL over HTTP works in clients that clone by this field, and MCP servers refuse null.
  ssh_url_to_repo: httpUrl(project.namespace_path, project.path, context),
  description: project.description,
  created_at: project.created_at,
  default_branch: project.default_branch,
  tag_list: tagsIn(project.tag_list),
  topics: tagsIn(project.tag_list),
  readme_url: null,
  forks_count: project.forks_count,
  avatar_url: null,
  star_count: project.star_count,
  last_activity_at: project.last_activity_at,
  visibility: visibilityOf(project.visibility_level),
  namespace: presentNamespaceOf(project, context),
});

const presentNamespaceOf = (project: ProjectRow, { baseUrl }: PresenterContext) => ({
  id: project.namespace_id,
  name: project.namespace_name,
  path: project.namespace_path,
  kind: project.namespace_kind,
  full_path: project.namespace_path,
  parent_id: null,
  avatar_url: null,
  web_url: joined("/", project.namespace_kind === "group" ? `${baseUrl}/groups` : baseUrl, project.namespace_path),
});

/** The full shape, for signed-in viewers. */
export const presentProject = (project: ListedProjectRow, context: PresenterContext) => ({
  ...presentSimpleProject(project, context),
  ...presentSwitches(project),
  ...presentConstants(),
  ...presentOwner(project, context),
  ...presentSource(project, context),
  _links: presentLinks(project, context),
  archived: project.archived === 1,
  empty_repo: project.default_branch === null,
  creator_id: project.creator_id,
  open_issues_count: project.issues_enabled === 1 ? openIssuesCount(project) : 0,
  import_status: project.import_status,
  can_create_merge_request_in: project.merge_requests_enabled === 1 && project.access_level >= 30,
  shared_with_groups: sharesIn(project.shared_with),
  permissions: {
    project_access: presentAccess(project.direct_level, project.direct_notification_level),
    group_access: presentAccess(project.group_level, project.group_notification_level),
  },
  ...(project.repository_size !== undefined && {
    statistics: {
      commit_count: project.commit_count,
      storage_size: project.repository_size,
      repository_size: project.repository_size,
      lfs_objects_size: 0,
      job_artifacts_size: 0,
    },
  }),
});

const levelOf = (enabled: 0 | 1): "enabled" | "disabled" => (enabled === 1 ? "enabled" : "disabled");

const presentSwitches = (project: ProjectRow) => ({
  issues_enabled: project.issues_enabled === 1,
  merge_requests_enabled: project.merge_requests_enabled === 1,
  wiki_enabled: project.wiki_enabled === 1,
  jobs_enabled: project.builds_enabled === 1,
  snippets_enabled: project.snippets_enabled === 1,
  container_registry_enabled: project.container_registry_enabled === 1,
  shared_runners_enabled: project.shared_runners_enabled === 1,
  lfs_enabled: project.lfs_enabled === 1,
  request_access_enabled: project.request_access_enabled === 1,
  public_jobs: project.public_builds === 1,
  public_builds: project.public_builds === 1,
  only_allow_merge_if_pipeline_succeeds: project.only_allow_merge_if_build_succeeds === 1,
  only_allow_merge_if_all_discussions_are_resolved: project.only_allow_merge_if_all_discussions_are_resolved === 1,
  issues_access_level: levelOf(project.issues_enabled),
  merge_requests_access_level: levelOf(project.merge_requests_enabled),
  wiki_access_level: levelOf(project.wiki_enabled),
  builds_access_level: levelOf(project.builds_enabled),
  snippets_access_level: levelOf(project.snippets_enabled),
  repository_access_level: "enabled" as const,
  forking_access_level: "enabled" as const,
  releases_access_level: "enabled" as const,
});

/** What cannot be chosen here. */
const presentConstants = () => ({
  mirror: false,
  merge_method: "merge" as const,
  squash_option: "default_off" as const,
  remove_source_branch_after_merge: false,
  merge_trains_enabled: false,
  autoclose_referenced_issues: true,
  allow_merge_on_skipped_pipeline: false,
  packages_enabled: true,
  service_desk_enabled: false,
  marked_for_deletion_on: null,
});

function presentLinks({ id }: ProjectRow, { baseUrl }: PresenterContext) {
  const self = joined("/", baseUrl, "api/v4/projects", id);
  return {
    self,
    issues: joined("/", self, "issues"),
    merge_requests: joined("/", self, "merge_requests"),
    repo_branches: joined("/", self, "repository/branches"),
    labels: joined("/", self, "labels"),
    events: joined("/", self, "events"),
    members: joined("/", self, "members"),
    cluster_agents: joined("/", self, "cluster_agents"),
  };
}

interface SharedWith {
  readonly group_id: number;
  readonly group_name: string;
  readonly group_full_path: string;
  readonly group_access_level: number;
  readonly expires_at: string | null;
}

/** @param json of the column */
const sharesIn = (json: string): SharedWith[] => JSON.parse(json);

function presentOwner(project: ProjectRow, context: PresenterContext) {
  const owner = ownerOf(project);
  return owner === null ? {} : { owner: presentUserBasic(owner, context) };
}

function presentSource(project: ProjectRow, context: PresenterContext) {
  const source = sourceOf(project);
  return source === null ? {} : { forked_from_project: presentPlace(source, context) };
}

/** With what only masters and up see: the token by which runners register. */
export const presentReadProject = (
  { project, isAdmin }: { readonly project: ProjectRow; readonly isAdmin: boolean },
  context: PresenterContext,
) => ({
  ...presentProject(project, context),
  ...((isAdmin || project.access_level >= 40) && {
    runners_token: project.runners_token,
    import_error: project.import_error,
  }),
});

/** Shares of languages in the code, which are not known. */
export const presentLanguages = (): Record<string, number> => ({});
