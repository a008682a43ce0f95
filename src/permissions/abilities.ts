// Permitted actions on records that the viewer can see, as data.
import type { Flag } from "../db/schema/columns.ts";
import type { ImportStatus } from "../db/schema/projects.ts";

/**
 * The level that each ability requires: 10 guest, 20 reporter, 30 developer, 40 master, 50 owner. 0: seeing the record is
 * enough, which visible.ts decides.
 */
export const projectAbilities = {
  read_project: 0,
  read_issue: 0,
  create_issue: 0,
  read_merge_request: 0,
  fork_project: 0,
  admin_issue: 20,
  admin_label: 20,
  download_code: 20,
  push_code: 30,
  resolve_note: 30,
  create_commit_status: 30,
  create_merge_request: 30,
  admin_merge_request: 30,
  admin_milestone: 40,
  admin_note: 40,
  admin_project: 40,
  admin_project_member: 40,
  rename_project: 50,
  change_visibility_level: 50,
  archive_project: 50,
  read_audit_events: 50,
  remove_project: 50,
  remove_fork_project: 50,
  remove_issue: 50,
  remove_merge_request: 50,
  set_dates: 50,
} as const;

export const groupAbilities = {
  read_group: 0,
  create_projects: 40,
  admin_group: 50,
  admin_group_member: 50,
  read_audit_events: 50,
} as const;

export type ProjectAbility = keyof typeof projectAbilities;
export type GroupAbility = keyof typeof groupAbilities;

export interface Actor {
  readonly viewer_admin: Flag;
}

/** Administrators have every ability, other users those of their level on the project. */
export function canOnProject(actor: Actor, ability: ProjectAbility, accessLevel: number): boolean {
  return actor.viewer_admin === 1 || accessLevel >= projectAbilities[ability];
}

/** The level for pushes and merges: administrators count as owners. */
export const actingLevel = (actor: Actor, accessLevel: number): number => (actor.viewer_admin === 1 ? 50 : accessLevel);

/** As {@link canOnProject}, for groups. */
export function canOnGroup(actor: Actor, ability: GroupAbility, accessLevel: number): boolean {
  return actor.viewer_admin === 1 || accessLevel >= groupAbilities[ability];
}

/** The repository is empty and may not be written to until its import has ended. */
export const isBeingImported = ({ import_status: status }: { readonly import_status: ImportStatus }): boolean =>
  status === "scheduled" || status === "started";

interface Written {
  readonly author_id: number;
  readonly assignee_id: number | null;
}

const isOwn = ({ viewer_id: id }: { readonly viewer_id: number }, { author_id, assignee_id }: Written): boolean =>
  author_id === id || assignee_id === id;

/** Reporters and up edit issues; so do an issue's author and assignee. */
export const canUpdateIssue = (
  actor: Actor & { readonly viewer_id: number },
  issue: Written,
  accessLevel: number,
): boolean => isOwn(actor, issue) || canOnProject(actor, "admin_issue", accessLevel);

/** Administrators count as members. */
export const isMember = (actor: Actor, accessLevel: number): boolean => actor.viewer_admin === 1 || accessLevel > 0;

/** A locked discussion is for members of the project: others only read it. */
export const canDiscuss = (
  actor: Actor,
  issuable: { readonly discussion_locked: Flag },
  accessLevel: number,
): boolean => issuable.discussion_locked === 0 || isMember(actor, accessLevel);

/** Developers and up edit merge requests; so do author and assignee. Not in an archived project. */
export const canUpdateMergeRequest = (
  actor: Actor & { readonly viewer_id: number },
  mergeRequest: Written,
  project: { readonly access_level: number; readonly archived: Flag },
): boolean =>
  project.archived === 0 &&
  (isOwn(actor, mergeRequest) || canOnProject(actor, "admin_merge_request", project.access_level));

/** Developers and up, and the author of the merge request, resolve and reopen its discussions. */
export const canResolveDiscussions = (
  actor: Actor & { readonly viewer_id: number },
  mergeRequest: Pick<Written, "author_id"> & { readonly editable: boolean },
  accessLevel: number,
): boolean =>
  mergeRequest.editable &&
  (mergeRequest.author_id === actor.viewer_id || canOnProject(actor, "resolve_note", accessLevel));

/**
 * Viewers who see a public or internal project by its visibility level may read its code. The code of a private project
 * is for reporters and up.
 */
export function canDownloadCode(
  actor: Actor & { readonly viewer_internal: Flag },
  project: { visibility_level: number; access_level: number },
): boolean {
  const { visibility_level: level, access_level } = project;
  return (
    level === 20 || (level === 10 && actor.viewer_internal === 1) || canOnProject(actor, "download_code", access_level)
  );
}

/** In the viewer's own namespace, and in groups as master and up. */
export function canCreateProjects(
  actor: Actor,
  namespace: { viewer_owns: Flag | null; access_level: number },
): boolean {
  return namespace.viewer_owns === 1 || canOnGroup(actor, "create_projects", namespace.access_level);
}
