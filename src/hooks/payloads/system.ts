// The payloads of system hooks: flat objects with an `event_name`.
import type {
  FormerPath,
  GroupDetails,
  MemberDetails,
  ProjectDetails,
  UserDetails,
} from "../../db/queries/events/details.ts";
import type { AccessLevel, VisibilityLevel } from "../../db/schema/namespaces.ts";

const visibilities: Record<VisibilityLevel, string> = { 0: "private", 10: "internal", 20: "public" };

const accessNames: Record<AccessLevel, string> = {
  10: "Guest",
  20: "Reporter",
  30: "Developer",
  40: "Master",
  50: "Owner",
};

export type ProjectEventName =
  | "project_create"
  | "project_destroy"
  | "project_rename"
  | "project_transfer"
  | "project_update";

const pathOf = ({ namespace_path, path }: ProjectDetails): string => `${namespace_path}/${path}`;

export const projectPayload = (name: ProjectEventName, project: ProjectDetails) => ({
  event_name: name,
  created_at: project.created_at,
  updated_at: project.updated_at,
  name: project.name,
  path: project.path,
  path_with_namespace: pathOf(project),
  project_id: project.id,
  owner_name: project.owner_name,
  owner_email: project.owner_email,
  project_visibility: visibilities[project.visibility_level],
});

/** @param former null for a transfer within the same path */
export const movedProjectPayload = (
  name: "project_rename" | "project_transfer",
  project: ProjectDetails,
  former: FormerPath | null,
) => ({ ...projectPayload(name, project), ...former });

/** GitLab reports no owner for groups. */
export const groupPayload = (name: "group_create" | "group_destroy", group: GroupDetails) => ({
  event_name: name,
  created_at: group.created_at,
  updated_at: group.updated_at,
  name: group.name,
  path: group.path,
  group_id: group.id,
  owner_name: null,
  owner_email: null,
});

export const userPayload = (name: "user_create" | "user_destroy", user: UserDetails) => ({
  event_name: name,
  created_at: user.created_at,
  updated_at: user.updated_at,
  name: user.name,
  email: user.email,
  user_id: user.id,
  username: user.username,
});

const membershipTimes = ({ created_at }: MemberDetails) => ({ created_at, updated_at: created_at });

const describeMember = ({ id, username, name, email }: UserDetails) => ({
  user_username: username,
  user_name: name,
  user_email: email,
  user_id: id,
});

export const projectMemberPayload = (
  name: "user_add_to_team" | "user_remove_from_team",
  project: ProjectDetails,
  user: UserDetails,
  member: MemberDetails,
) => ({
  event_name: name,
  ...membershipTimes(member),
  project_name: project.name,
  project_path: project.path,
  project_path_with_namespace: pathOf(project),
  project_id: project.id,
  ...describeMember(user),
  access_level: accessNames[member.access_level],
  project_visibility: visibilities[project.visibility_level],
});

export const groupMemberPayload = (
  name: "user_add_to_group" | "user_remove_from_group",
  group: GroupDetails,
  user: UserDetails,
  member: MemberDetails,
) => ({
  event_name: name,
  ...membershipTimes(member),
  group_name: group.name,
  group_path: group.path,
  group_id: group.id,
  ...describeMember(user),
  group_access: accessNames[member.access_level],
});
