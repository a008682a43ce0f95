// The ways to gain access to a project: direct membership, membership of its group, or a share with a group.
import { type Actor, levels, ok, type Role } from "./actors.ts";
import type { Values } from "./api.ts";

interface Identified {
  readonly id: number;
}

/** Adds a user to a project. `manager` must have the permission. */
export const joinProject = (
  manager: Actor,
  project: Identified,
  user: Identified,
  role: Exclude<Role, "owner">,
  attributes: Values = {},
) =>
  ok(manager.post(`/projects/${project.id}/members`, { user_id: user.id, access_level: levels[role], ...attributes }));

/** Adds a user to a group. */
export const joinGroup = (manager: Actor, group: Identified, user: Identified, role: Role, attributes: Values = {}) =>
  ok(manager.post(`/groups/${group.id}/members`, { user_id: user.id, access_level: levels[role], ...attributes }));

/** Shares a project with a group. Its members get the lower of `role` and their level in the group. */
export const shareWith = (
  manager: Actor,
  project: Identified,
  group: Identified,
  role: Exclude<Role, "owner">,
  attributes: Values = {},
) =>
  ok(manager.post(`/projects/${project.id}/share`, { group_id: group.id, group_access: levels[role], ...attributes }));
