// The two things that have members, as far as the member endpoints tell them apart.
import type { Rows } from "../../db/database.ts";
import type { MemberSource } from "../../db/queries/members.ts";
import type { Statement } from "../../db/statement.ts";
import type { IdOrPath } from "../../http/coerce.ts";
import type { Access, Call } from "../../http/endpoint.ts";
import { canOnGroup, canOnProject } from "../../permissions/abilities.ts";
import { type Actor, withGroup, withProject } from "../../permissions/require.ts";

type IdCall = Call & { params: { id: IdOrPath } };

/** Whose members a request is about, found and allowed. */
export interface FoundSource<S extends readonly Statement[]> {
  readonly actor: Actor;
  readonly source: MemberSource;
  /** May the viewer manage the members? */
  readonly manages: boolean;
  /** The user whose namespace a personal project is in: their membership stays. */
  readonly ownerId: number | null;
  readonly rows: Rows<S>;
}

export interface SourceKind {
  readonly read: Access;
  readonly manage: Access;
  find<const S extends readonly Statement[]>(call: IdCall, ...also: S): Promise<FoundSource<S>>;
}

export const groupSource: SourceKind = {
  read: { group: "read_group" },
  manage: { group: "admin_group_member" },
  async find(call, ...also) {
    const { actor, group, rows } = await withGroup(call, ...also);
    const manages = canOnGroup(actor, "admin_group_member", group.access_level);
    return { actor, source: { kind: "group", id: group.id }, manages, ownerId: null, rows };
  },
};

export const projectSource: SourceKind = {
  read: { project: "read_project" },
  manage: { project: "admin_project_member" },
  async find(call, ...also) {
    const { actor, project, rows } = await withProject(call, ...also);
    const manages = canOnProject(actor, "admin_project_member", project.access_level);
    const source = { kind: "project", id: project.id } as const;
    return { actor, source, manages, ownerId: project.namespace_owner_id, rows };
  },
};
