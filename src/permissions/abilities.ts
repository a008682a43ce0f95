// Who may do what to what they can already see. Data; `can` only looks it up.
import type { Flag } from "../db/schema/columns.ts";

/** The level each ability asks for: 10 guest, 20 reporter, 30 developer, 40 master, 50 owner. */
export const projectAbilities = {
  read_project: 0,
  read_issue: 0,
  create_issue: 0,
  fork_project: 0,
  admin_issue: 20,
  admin_label: 20,
  download_code: 20,
  push_code: 30,
  create_commit_status: 30,
  admin_milestone: 40,
  admin_note: 40,
  admin_project: 40,
  admin_project_member: 40,
  rename_project: 50,
  change_visibility_level: 50,
  archive_project: 50,
  remove_project: 50,
  remove_fork_project: 50,
  remove_issue: 50,
  set_dates: 50,
} as const;

export const groupAbilities = {
  read_group: 0,
  create_projects: 40,
  admin_group: 50,
  admin_group_member: 50,
} as const;

export type ProjectAbility = keyof typeof projectAbilities;
export type GroupAbility = keyof typeof groupAbilities;

export interface Actor {
  readonly viewer_admin: Flag;
}

/** Administrators may do all of these; others what their level on the project reaches. */
export function canOnProject(actor: Actor, ability: ProjectAbility, accessLevel: number): boolean {
  return actor.viewer_admin === 1 || accessLevel >= projectAbilities[ability];
}

/** As {@link canOnProject}, for groups. */
export function canOnGroup(actor: Actor, ability: GroupAbility, accessLevel: number): boolean {
  return actor.viewer_admin === 1 || accessLevel >= groupAbilities[ability];
}

/** Issues and merge requests are edited by reporters and up, by whoever wrote them and whoever they are assigned to. */
export function canUpdate(
  actor: Actor & { readonly viewer_id: number },
  target: { readonly author_id: number; readonly assignee_id: number | null },
  accessLevel: number,
): boolean {
  const { viewer_id: id } = actor;
  return target.author_id === id || target.assignee_id === id || canOnProject(actor, "admin_issue", accessLevel);
}

/** Who sees a public or internal project by its visibility alone may read its code; of a private one, reporters. */
export function canDownloadCode(
  actor: Actor & { readonly viewer_internal: Flag },
  project: { visibility_level: number; access_level: number },
): boolean {
  const { visibility_level: level, access_level } = project;
  return (
    level === 20 || (level === 10 && actor.viewer_internal === 1) || canOnProject(actor, "download_code", access_level)
  );
}

/** In one's own namespace, and in groups from master up. */
export function canCreateProjects(
  actor: Actor,
  namespace: { viewer_owns: Flag | null; access_level: number },
): boolean {
  return namespace.viewer_owns === 1 || canOnGroup(actor, "create_projects", namespace.access_level);
}
