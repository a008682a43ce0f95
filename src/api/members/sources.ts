// Groups and projects as sources of members and of access requests.
import type { Rows } from "../../db/database.ts";
import type { MemberSource } from "../../db/queries/members/members.ts";
import type { Flag } from "../../db/schema/columns.ts";
import type { Statement } from "../../db/statement.ts";
import { canOnGroup, canOnProject } from "../../permissions/abilities.ts";
import type { Access } from "../endpoint.ts";
import { type Actor, type IdCall, withGroup, withProject } from "../require.ts";

/** The group or project of a request, after the access check. */
export interface FoundSource<S extends readonly Statement[] = []> {
  readonly actor: Actor;
  readonly source: MemberSource;
  /** True if the viewer may manage the members, and approve and deny requests. */
  readonly canManage: boolean;
  /** True if the viewer may request access. */
  readonly canRequest: boolean;
  /** The owner of a personal project's namespace, whose membership cannot be removed; null for others. */
  readonly ownerId: number | null;
  /** Of the statements that were run with the lookup. */
  readonly rows: Rows<S>;
}

export interface SourceKind {
  readonly kind: MemberSource["kind"];
  readonly read: Access;
  readonly manage: Access;
  /** @param also statements of the same round trip. They do not check access: their rows count only if this returns. */
  find<const S extends readonly Statement[]>(call: IdCall, ...also: S): Promise<FoundSource<S>>;
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
  kind: "group",
  read: { group: "read_group" },
  manage: { group: "admin_group_member" },
  async find(call, ...also) {
    const { actor, group, rows } = await withGroup(call, ...also);
    return {
      actor,
      source: { kind: "group", id: group.id },
      canManage: canOnGroup(actor, "admin_group_member", group.access_level),
      canRequest: isOpenTo(actor, group),
      ownerId: null,
      rows,
    };
  },
};

export const projectSource: SourceKind = {
  kind: "project",
  read: { project: "read_project" },
  manage: { project: "admin_project_member" },
  async find(call, ...also) {
    const { actor, project, rows } = await withProject(call, ...also);
    return {
      actor,
      source: { kind: "project", id: project.id },
      canManage: canOnProject(actor, "admin_project_member", project.access_level),
      // Administrators have access to every project.
      canRequest: actor.viewer_admin === 0 && isOpenTo(actor, project),
      ownerId: project.namespace_owner_id,
      rows,
    };
  },
};
