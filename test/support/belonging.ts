// The ways somebody comes to belong to a project: their own membership, their group's, a share with their group.
import { type Actor, levels, ok, type Role } from "./actors.ts";
import type { Values } from "./api.ts";

interface Identified {
  readonly id: number;
}

/** Makes a user a member of a project by themselves; `manager` must be allowed to. */
export const joinProject = (
  manager: Actor,
  project: Identified,
  user: Identified,
  role: Exclude<Role, "owner">,
  attributes: Values = {},
) =>
  ok(manager.post(`/projects/${project.id}/members`, { user_id: user.id, access_level: levels[role], ...attributes }));

/** Makes a user a member of a group. */
export const joinGroup = (manager: Actor, group: Identified, user: Identified, role: Role, attributes: Values = {}) =>
  ok(manager.post(`/groups/${group.id}/members`, { user_id: user.id, access_level: levels[role], ...attributes }));

/** Shares a project with a group, whose members then have the lesser of `role` and their level in the group. */
export const shareWith = (
  manager: Actor,
  project: Identified,
  group: Identified,
  role: Exclude<Role, "owner">,
  attributes: Values = {},
) =>
  ok(manager.post(`/projects/${project.id}/share`, { group_id: group.id, group_access: levels[role], ...attributes }));
