// Projects, groups and the instance as scopes of audit events.
import type { Rows } from "../../../db/database.ts";
import type { AuditScope } from "../../../db/queries/audit-events/lists.ts";
import { groupKey } from "../../../db/queries/groups/row.ts";
import { projectKey } from "../../../db/queries/projects/row.ts";
import type { Statement } from "../../../db/statement.ts";
import { integer, oneOf } from "../../../http/coerce.ts";
import { badParameters } from "../../../http/errors.ts";
import { optional, type Params, type ParamValues } from "../../../http/params.ts";
import type { Access, Call, ProjectCall } from "../../endpoint.ts";
import { idParam } from "../../id-param.ts";
import { withGroup, withProject, withUser } from "../../require.ts";

export interface AuditScopeKind {
  readonly access: Access;
  /** Parameters of its path. */
  readonly params: Params;
  /** Parameters that narrow its list. */
  readonly filters: Params;
  /** The parameter that names a single event. */
  readonly eventId: "id" | "audit_event_id";
  /** Checks the access, and runs the statements about the scope in the same round trip. */
  load<const S extends readonly Statement[]>(call: Call, about: (scope: AuditScope) => S): Promise<Rows<S>>;
}

export const projectAudit: AuditScopeKind = {
  access: { project: "read_audit_events" },
  params: idParam,
  filters: {},
  eventId: "audit_event_id",
  async load(call, about) {
    const named = withId(call);
    const { rows } = await withProject(named, ...about({ kind: "project", key: projectKey(named.params.id) }));
    return rows;
  },
};

export const groupAudit: AuditScopeKind = {
  access: { group: "read_audit_events" },
  params: idParam,
  filters: {},
  eventId: "audit_event_id",
  async load(call, about) {
    const named = withId(call);
    const { rows } = await withGroup(named, ...about({ kind: "group", key: groupKey(named.params.id) }));
    return rows;
  },
};

const filters = {
  entity_type: optional(oneOf("User", "Group", "Project", "Gitlab::Audit::InstanceScope")),
  entity_id: optional(integer),
};

export const instanceAudit: AuditScopeKind = {
  access: "admin",
  params: {},
  filters,
  eventId: "id",
  /** An id needs a type, since each type has ids of its own; like every 400 it is for known users only. */
  async load(call, about) {
    const { entity_type, entity_id = null } = filtersOf(call);
    const key = entity_type === undefined ? {} : { entity_type, ...(entity_id !== null && { entity_id }) };
    const { rows } = await withUser(call, ...about({ kind: "instance", key }));
    if (entity_type === undefined && entity_id !== null) throw badParameters(["entity_type is missing"]);
    return rows;
  },
};

/** The list of the instance declares them. */
const filtersOf = (call: Call): Partial<ParamValues<typeof filters>> =>
  call.params as Partial<ParamValues<typeof filters>>;

/** The paths of projects and groups have an `:id`. */
const withId = (call: Call): ProjectCall => call as ProjectCall;
