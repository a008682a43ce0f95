// Groups and projects as sources of members.
import type { MemberSource } from "../../db/queries/members/members.ts";
import { canOnGroup, canOnProject } from "../../permissions/abilities.ts";
import type { Access } from "../endpoint.ts";
import { type Actor, type IdCall, withGroup, withProject } from "../require.ts";

/** The group or project of a request, after the access check. */
export interface FoundSource {
  readonly actor: Actor;
  readonly source: MemberSource;
  /** True if the viewer may manage the members. */
  readonly canManage: boolean;
  /** The owner of a personal project's namespace, whose membership cannot be removed; null for others. */
  readonly ownerId: number | null;
}

export interface SourceKind {
  readonly read: Access;
  readonly manage: Access;
  find(call: IdCall): Promise<FoundSource>;
}

export const groupSource: SourceKind = {
  read: { group: "read_group" },
  manage: { group: "admin_group_member" },
  async find(call) {
    const { actor, group } = await withGroup(call);
    const canManage = canOnGroup(actor, "admin_group_member", group.access_level);
    return { actor, source: { kind: "group", id: group.id }, canManage, ownerId: null };
  },
};

export const projectSource: SourceKind = {
  read: { project: "read_project" },
  manage: { project: "admin_project_member" },
  async find(call) {
    const { actor, project } = await withProject(call);
    const canManage = canOnProject(actor, "admin_project_member", project.access_level);
    const source = { kind: "project", id: project.id } as const;
    return { actor, source, canManage, ownerId: project.namespace_owner_id };
  },
};
