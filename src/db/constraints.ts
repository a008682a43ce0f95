// Names of the constraints and guards that a database error reports as violated.

/** The constraints that verbs handle, by SQLite's text for each. */
const constraints = {
  "index 'users_username_key'": "users_username_key",
  "index 'users_email_key'": "users_email_key",
  "index 'namespaces_path_key'": "namespaces_path_key",
  "namespaces.name": "namespaces_name_key",
  "projects.namespace_id, projects.path_key": "projects_path_key",
  "projects.namespace_id, projects.name": "projects_name_key",
  "group_members.group_id, group_members.user_id": "group_members_key",
  "project_members.project_id, project_members.user_id": "project_members_key",
  "access_requests.group_id, access_requests.user_id": "access_requests_key",
  "access_requests.project_id, access_requests.user_id": "access_requests_key",
  "project_group_links.project_id, project_group_links.group_id": "project_group_links_key",
  "stars.user_id, stars.project_id": "stars_key",
  "labels.id": "labels_id_key",
  "labels.project_id, labels.title": "labels_title_key",
  "milestones.project_id, milestones.title": "milestones_title_key",
  "award_emoji.target_type, award_emoji.target_id, award_emoji.user_id, award_emoji.name": "award_emoji_key",
  "merge_requests.source_project_id, merge_requests.source_branch, merge_requests.project_id, merge_requests.target_branch":
    "merge_requests_twin_key",
  "pushes.project_id, pushes.entry_id": "pushes_key",
  "releases.project_id, releases.tag": "releases_key",
  "release_links.project_id, release_links.tag, release_links.name": "release_links_name_key",
  "release_links.project_id, release_links.tag, release_links.url": "release_links_url_key",
  "release_links.project_id, release_links.tag, release_links.filepath": "release_links_filepath_key",
  "index 'issue_links_key'": "issue_links_key",
  "todos.user_id, todos.target_type, todos.target_id": "todos_pending_key",
} as const;

/** Guards: triggers of the migrations that raise `violates <name>`. */
const guards = [
  "project_within_namespace",
  "fork_within_source",
  "group_above_projects",
  "projects_limit",
  "last_owner",
  "time_spent_not_negative",
  "issue_moves_once",
  "hooks_limit",
  "stale_object",
] as const;

export type ConstraintName = (typeof constraints)[keyof typeof constraints] | (typeof guards)[number] | "foreign_key";

/** The constraint that an error of D1 or libSQL reports as violated; undefined for any other error. */
export function violatedConstraint(error: unknown): ConstraintName | undefined {
  const message = error instanceof Error ? error.message : "";
  if (message.includes("FOREIGN KEY constraint failed")) return "foreign_key";
  const guard = guards.find((name) => message.includes(`violates ${name}`));
  if (guard) return guard;
  const unique = /UNIQUE constraint failed: (.+?)(?:: SQLITE|$)/.exec(message)?.[1];
  if (unique === undefined) return undefined;
  const found = Object.entries(constraints).find(([text]) => text === unique);
  return found?.[1];
}
