// The two things one can ask to be let into, as far as the endpoints of access requests tell them apart.
import type { MemberSource } from "../../../db/queries/members/members.ts";
import type { Flag } from "../../../db/schema/columns.ts";
import { canOnGroup, canOnProject } from "../../../permissions/abilities.ts";
import type { Access } from "../../endpoint.ts";
import { type Actor, type IdCall, withGroup, withProject } from "../../require.ts";

/** What a request is about, found and allowed. */
export interface FoundSource {
  readonly actor: Actor;
  readonly source: MemberSource;
  /** May the viewer let others in? */
  readonly manages: boolean;
  /** May the viewer ask to be let in? */
  readonly mayAsk: boolean;
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

/** For whom it is there to be seen by its visibility, and who has no access yet. */
const isOpenTo = ({ viewer_internal }: Actor, { visibility_level, access_level, request_access_enabled }: Place) =>
  request_access_enabled === 1 &&
  access_level === 0 &&
  (visibility_level === 20 || (visibility_level === 10 && viewer_internal === 1));

export const groupSource: SourceKind = {
  read: { group: "read_group" },
  manage: { group: "admin_group_member" },
  async find(call) {
    const { actor, group } = await withGroup(call);
    const manages = canOnGroup(actor, "admin_group_member", group.access_level);
    return { actor, source: { kind: "group", id: group.id }, manages, mayAsk: isOpenTo(actor, group) };
  },
};

export const projectSource: SourceKind = {
  read: { project: "read_project" },
  manage: { project: "admin_project_member" },
  async find(call) {
    const { actor, project } = await withProject(call);
    const manages = canOnProject(actor, "admin_project_member", project.access_level);
    // Administrators have every project already.
    const mayAsk = actor.viewer_admin === 0 && isOpenTo(actor, project);
    return { actor, source: { kind: "project", id: project.id }, manages, mayAsk };
  },
};
