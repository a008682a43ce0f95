// The two things that have members, as far as the member endpoints tell them apart.
import type { MemberSource } from "../../../db/queries/members/members.ts";
import { canOnGroup, canOnProject } from "../../../permissions/abilities.ts";
import type { Access } from "../../endpoint.ts";
import { type Actor, type IdCall, withGroup, withProject } from "../../require.ts";

/** Whose members a request is about, found and allowed. */
export interface FoundSource {
  readonly actor: Actor;
  readonly source: MemberSource;
  /** May the viewer manage the members? */
  readonly manages: boolean;
  /** The user whose namespace a personal project is in: their membership stays. */
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
    const manages = canOnGroup(actor, "admin_group_member", group.access_level);
    return { actor, source: { kind: "group", id: group.id }, manages, ownerId: null };
  },
};

export const projectSource: SourceKind = {
  read: { project: "read_project" },
  manage: { project: "admin_project_member" },
  async find(call) {
    const { actor, project } = await withProject(call);
    const manages = canOnProject(actor, "admin_project_member", project.access_level);
    const source = { kind: "project", id: project.id } as const;
    return { actor, source, manages, ownerId: project.namespace_owner_id };
  },
};
