// Inserts into the event stream.
import { type SQL, sql } from "drizzle-orm";
import { execute, type Statement } from "../../statement.ts";
import { isNotified, keptDetails } from "../notifications/notified-events.ts";
import { projectDetailsJson, projectDetailTables } from "./details.ts";

/** The actor and the time of an action. */
export interface Authorship {
  readonly actorId: number;
  /** ISO 8601 with milliseconds. */
  readonly now: string;
}

export interface NewEvent {
  readonly kind: string;
  readonly actor_id: number;
  /** Ids, or SQL for the id of a record inserted earlier in the same batch. */
  readonly namespace_id?: number | SQL;
  readonly project_id?: number | SQL;
  readonly target_id?: number | SQL;
  /** JSON. */
  readonly details?: string | SQL;
  readonly created_at: string;
}

/** The namespace of a project; events carry it so that one index has the events of a group. */
const namespaceOf = (projectId: number | SQL | undefined): SQL =>
  projectId === undefined ? sql`null` : sql`(select at.namespace_id from projects at where at.id = ${projectId})`;

const serverCourier = sql`
  case when exists (select 1 from hooks h where h.project_id is null and h.group_id is null)
    then 'server' end as server_courier`;

/** True if a hook may receive event `e`. */
export const isHooked = (e: string): SQL =>
  sql.raw(`exists (select 1 from hooks h where h.project_id = ${e}.project_id or h.group_id = ${e}.namespace_id
    or (h.project_id is null and h.group_id is null))`);

/**
 * For the `returning` clause of an insert of events: the names of the couriers to wake, if the owner has hooks, and the
 * project whose notifier to wake, if the event can notify somebody.
 */
export const hookedCouriers = sql`
  case when exists (select 1 from hooks h where h.project_id = events.project_id)
    then 'project-' || events.project_id end as project_courier,
  case when exists (select 1 from hooks h where h.group_id = events.namespace_id)
    then 'group-' || events.namespace_id end as group_courier,
  ${serverCourier},
  case when ${isNotified("events")} then events.project_id end as notified_project`;

/**
 * Returns {@link hookedCouriers}, so that no query is needed to wake them.
 * @param when condition, evaluated at this position in the batch
 */
export const insertEvent = (event: NewEvent, when: SQL = sql`1`): Statement => ({
  ...execute(sql`insert into events (kind, actor_id, namespace_id, project_id, target_id, details, created_at)
    select e.kind, e.actor_id, e.namespace_id, e.project_id, e.target_id, ${keptDetails(event.kind, "e")}, e.created_at
    from (select ${event.kind} as kind, ${event.actor_id} as actor_id,
      ${event.namespace_id ?? namespaceOf(event.project_id)} as namespace_id, ${event.project_id ?? null} as project_id,
      ${event.target_id ?? null} as target_id, ${event.details ?? null} as details, ${event.created_at} as created_at
      where ${when}) e
    returning ${hookedCouriers}`),
  returnsCouriers: true,
});

/** The projects of a group, or of a user's own namespace. */
export type ProjectsOf = { readonly group_id: number } | { readonly owner_id: number };

/**
 * Inserts an event with details for each of the projects, before their deletion. Their own hooks are deleted with them,
 * so only the server's courier is returned.
 */
export const insertEventsOfProjects = (kind: string, { actorId, now }: Authorship, of: ProjectsOf): Statement => ({
  ...execute(sql`insert into events (kind, actor_id, namespace_id, project_id, details, created_at)
    select ${kind}, ${actorId}, p.namespace_id, p.id, ${projectDetailsJson}, ${now} ${projectDetailTables}
    where ${"group_id" in of ? sql`n.id = ${of.group_id} and n.kind = 'group'` : sql`n.owner_id = ${of.owner_id}`} order by p.id
    returning ${serverCourier}`),
  returnsCouriers: true,
});
