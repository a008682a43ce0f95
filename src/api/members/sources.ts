// Groups and projects as sources of members and of access requests.
import type { MemberSource } from "../../db/queries/members/members.ts";
import type { Flag } from "../../db/schema/columns.ts";
import { canOnGroup, canOnProject } from "../../permissions/abilities.ts";
import type { Access } from "../endpoint.ts";
import { type Actor, type IdCall, withGroup, withProject } from "../require.ts";

/** The group or project of a request, after the access check. */
export interface FoundSource {
  readonly actor: Actor;
  readonly source: MemberSource;
  /** True if the viewer may manage the members, and approve and deny requests. */
  readonly canManage: boolean;
  /** True if the viewer may request access. */
  readonly canRequest: boolean;
  /** The owner of a personal project's namespace, whose membership cannot be removed; null for others. */
  readonly ownerId: number | null;
}

export interface SourceKind {
  readonly read: Access;
  readonly manage: Access;
  find(call: IdCall): Promise<FoundSource>;
}

interface Place {
  readonly visibility_level: number;
  readonly access_level: number;
  readonly request_access_enabled: Flag;
}

/** True if the viewer sees it by its visibility level and has no access yet. */
export const isOpenTo = (
  { viewer_internal }: Actor,
  { visibility_level, access_level, request_access_enabled }: Place,
) =>
  request_access_enabled === 1 &&
  access_level === 0 &&
  (visibility_level === 20 || (visibility_level === 10 && viewer_internal === 1));

export const groupSource: SourceKind = {
  read: { group: "read_group" },
  manage: { group: "admin_group_member" },
  async find(call) {
    const { actor, group } = await withGroup(call);
    return {
      actor,
      source: { kind: "group", id: group.id },
      canManage: canOnGroup(actor, "admin_group_member", group.access_level),
      canRequest: isOpenTo(actor, group),
      ownerId: null,
    };
  },
};

export const projectSource: SourceKind = {
  read: { project: "read_project" },
  manage: { project: "admin_project_member" },
  async find(call) {
    const { actor, project } = await withProject(call);
    return {
      actor,
      source: { kind: "project", id: project.id },
      canManage: canOnProject(actor, "admin_project_member", project.access_level),
      // Administrators have access to every project.
      canRequest: actor.viewer_admin === 0 && isOpenTo(actor, project),
      ownerId: project.namespace_owner_id,
    };
  },
};
