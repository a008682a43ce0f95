// Messages of system hooks: projects, groups, users and memberships.
import {
  type FormerPath,
  type GroupDetails,
  type MemberDetails,
  type ProjectDetails,
  readDetails,
  type UserDetails,
} from "../../db/queries/events/details.ts";
import { findHookGroup, findHookUser, type HookEventRow } from "../../db/queries/hooks/events.ts";
import {
  groupMemberPayload,
  groupPayload,
  movedProjectPayload,
  projectMemberPayload,
  projectPayload,
  userPayload,
} from "../payloads/system.ts";
import type { PayloadContext, Topic } from "./topic.ts";

const systemTopic = (
  compose: (context: PayloadContext, event: HookEventRow) => object | null | Promise<object | null>,
): Topic => ({
  composedForAnyOf: [],
  async compose(context, event) {
    const payload = await compose(context, event);
    return payload === null ? null : { event: "System Hook", settings: [], payload };
  },
});

const projectCreated = systemTopic(({ project }) =>
  project === null ? null : projectPayload("project_create", project.row),
);

const projectDeleted = systemTopic((_, { details }) => {
  const project = readDetails<ProjectDetails>(details);
  return project === null ? null : projectPayload("project_destroy", project);
});

/** With the former path, if it was different. */
const projectChanged = systemTopic(({ project }, { details }) => {
  if (project === null) return null;
  const former = readDetails<FormerPath>(details);
  if (former === null) return projectPayload("project_update", project.row);
  return movedProjectPayload("project_rename", project.row, former);
});

const projectTransferred = systemTopic(({ project }, { details }) => {
  if (project === null) return null;
  return movedProjectPayload("project_transfer", project.row, readDetails<FormerPath>(details));
});

const projectMembership = (name: "user_add_to_team" | "user_remove_from_team") =>
  systemTopic(async ({ db, project }, { target_id, details }) => {
    const [[user]] = await db.batch(findHookUser(target_id ?? 0));
    const member = readDetails<MemberDetails>(details);
    if (project === null || user === undefined || member === null) return null;
    return projectMemberPayload(name, project.row, user, member);
  });

const groupMembership = (name: "user_add_to_group" | "user_remove_from_group") =>
  systemTopic(async ({ db }, { target_id, namespace_id, details }) => {
    const [[user], [group]] = await db.batch(findHookUser(target_id ?? 0), findHookGroup(namespace_id ?? 0));
    const member = readDetails<MemberDetails>(details);
    if (group === undefined || user === undefined || member === null) return null;
    return groupMemberPayload(name, group, user, member);
  });

const groupCreated = systemTopic(async ({ db }, { namespace_id }) => {
  const [[group]] = await db.batch(findHookGroup(namespace_id ?? 0));
  return group === undefined ? null : groupPayload("group_create", group);
});

const groupDeleted = systemTopic((_, { details }) => {
  const group = readDetails<GroupDetails>(details);
  return group === null ? null : groupPayload("group_destroy", group);
});

const userCreated = systemTopic(async ({ db }, { target_id }) => {
  const [[user]] = await db.batch(findHookUser(target_id ?? 0));
  return user === undefined ? null : userPayload("user_create", user);
});

const userDeleted = systemTopic((_, { details }) => {
  const user = readDetails<UserDetails>(details);
  return user === null ? null : userPayload("user_destroy", user);
});

export const systemTopics = {
  project_created: projectCreated,
  project_forked: projectCreated,
  project_updated: projectChanged,
  project_transferred: projectTransferred,
  project_deleted: projectDeleted,
  project_member_added: projectMembership("user_add_to_team"),
  project_member_removed: projectMembership("user_remove_from_team"),
  group_created: groupCreated,
  group_deleted: groupDeleted,
  group_member_added: groupMembership("user_add_to_group"),
  group_member_removed: groupMembership("user_remove_from_group"),
  user_created: userCreated,
  user_deleted: userDeleted,
};
