// Inserts into the audit trail.
import { type SQL, sql } from "drizzle-orm";
import type { ViewerKey } from "../../../permissions/visible.ts";
import type { AuditEntityType } from "../../schema/audit-events.ts";
import { execute, type Statement } from "../../statement.ts";
import type { Authorship } from "../events/events.ts";

/** Actor and time of a change, and how they acted if not with a token of their own. */
export interface AuditAuthorship extends Authorship {
  /** SQL of a JSON object that is merged into the details, see {@link impersonationOf}. */
  readonly impersonation: SQL | string;
}

type Id = number | SQL<number>;

export interface AuditRecord {
  /** GitLab's name of the type where it has one. */
  readonly event_type: string | SQL;
  readonly entity: { readonly type: AuditEntityType; readonly id: Id };
  readonly target: { readonly type: string; readonly id: Id | string; readonly details: string | SQL };
  /** The id of the group whose owners see the event, if it is not the entity's own. */
  readonly group?: SQL;
  /** The change: `add`, `remove`, or `change` with `from` and `to`. */
  readonly change: Readonly<Record<string, string | number | null | SQL>>;
}

/** The administrator with ROOT_TOKEN, the only credential that allows sudo. */
const ROOT_ID = 1;

/**
 * A JSON object: the administrator behind a sudo, the impersonation token, or nothing.
 *
 * @param isSudo true if ROOT_TOKEN's administrator acts as another user
 */
export function impersonationOf({ token_hash }: ViewerKey, isSudo: boolean): SQL {
  if (isSudo) return sql`json_object('impersonated_by_id', ${ROOT_ID}, 'impersonated_by', ${userName(ROOT_ID)})`;
  if (token_hash === null) return sql`'{}'`;
  // A session is recorded as the token that began it.
  return sql`coalesce((select json_object('impersonation_token_id', coalesce(it.session_of, it.id)) from access_tokens it
    where it.token_hash = ${token_hash} and it.impersonation = 1), '{}')`;
}

/** As JSON, for an event that is recorded later. */
export const findImpersonation = (viewer: ViewerKey, isSudo: boolean): Statement<{ impersonation: string }> =>
  execute(sql`select ${impersonationOf(viewer, isSudo)} as impersonation`);

export const userName = (id: number | SQL): SQL => sql`(select un.name from users un where un.id = ${id})`;

export const projectPath = (id: number | SQL): SQL => sql`(
  select pn.path || '/' || pp.path from projects pp join namespaces pn on pn.id = pp.namespace_id where pp.id = ${id})`;

export const namespacePath = (id: number | SQL): SQL => sql`(select np.path from namespaces np where np.id = ${id})`;

const pathOf = ({ type, id }: AuditRecord["entity"]): SQL => {
  switch (type) {
    case "Project":
      return projectPath(id);
    case "Group":
      return namespacePath(id);
    case "User":
      return sql`(select up.username from users up where up.id = ${id})`;
    case "Gitlab::Audit::InstanceScope":
      return sql`'gitlab_instance'`;
  }
};

/** Null for a project in a user's namespace. */
const groupOfProject = (id: number | SQL): SQL => sql`(
  select gn.id from projects gp join namespaces gn on gn.id = gp.namespace_id and gn.kind = 'group' where gp.id = ${id})`;

const groupOf = ({ type, id }: AuditRecord["entity"]): SQL => {
  if (type === "Group") return sql`${id}`;
  return type === "Project" ? groupOfProject(id) : sql`null`;
};

/** Of a transfer: the group that the project leaves, or the one it enters from a user's namespace. */
export const groupOfTransfer = (projectId: number, into: number): SQL =>
  sql`coalesce(${groupOfProject(projectId)}, ${into})`;

/**
 * One event for each row of `from`, whose columns the record may use. Recorded once where it has an outbox entry.
 *
 * @param from `from ... where ...`, or only `where ...`
 * @param entryId the entry of the project's outbox
 */
export function insertAuditEvents(
  { actorId, now, impersonation }: AuditAuthorship,
  { event_type, entity, target, group = groupOf(entity), change }: AuditRecord,
  from: SQL,
  entryId: number | null = null,
): Statement {
  const members = Object.entries(change).map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}, `);
  return execute(sql`insert into audit_events
    (event_type, author_id, entity_type, entity_id, group_id, details, entry_id, created_at)
    select ${event_type}, ${actorId}, ${entity.type}, ${entity.id}, ${group}, json_patch(json_object(
      ${sql.join(members)} 'author_name', ${userName(actorId)}, 'target_id', ${target.id}, 'target_type', ${target.type},
      'target_details', ${target.details}, 'entity_path', ${pathOf(entity)}), ${impersonation}), ${entryId}, ${now}
    ${from} on conflict do nothing`);
}

/** @param when records the event only if this holds at the statement's position in the batch */
export const insertAuditEvent = (
  by: AuditAuthorship,
  record: AuditRecord,
  when: SQL = sql`1`,
  entryId: number | null = null,
): Statement => insertAuditEvents(by, record, sql`where ${when}`, entryId);
