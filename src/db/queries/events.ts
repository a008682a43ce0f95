// The stream of what happened.
import { type SQL, sql } from "drizzle-orm";
import { execute, type Statement } from "../statement.ts";

/** Who does something, and when. */
export interface Deed {
  readonly actorId: number;
  /** ISO 8601 with milliseconds. */
  readonly now: string;
}

export interface NewEvent {
  readonly kind: string;
  readonly actor_id: number;
  /** Ids, or how to find one that this batch has just given out. */
  readonly namespace_id?: number | SQL;
  readonly project_id?: number | SQL;
  readonly target_id?: number | SQL;
  /** JSON. */
  readonly details?: string | SQL;
  readonly created_at: string;
}

/** Where a project is, so that what happens in a group is read from one index. */
const namespaceOf = (projectId: number | SQL | undefined): SQL =>
  projectId === undefined ? sql`null` : sql`(select at.namespace_id from projects at where at.id = ${projectId})`;

/** Of an event just inserted: the names of the couriers that are to deliver it, where there are hooks to hear of it. */
export const hookedCouriers = sql`
  case when exists (select 1 from hooks h where h.project_id = events.project_id)
    then 'project-' || events.project_id end as project_courier,
  case when exists (select 1 from hooks h where h.group_id = events.namespace_id)
    then 'group-' || events.namespace_id end as group_courier,
  case when exists (select 1 from hooks h where h.project_id is null and h.group_id is null)
    then 'server' end as server_courier`;

/**
 * Answers {@link hookedCouriers}: who runs the batch learns so whom to wake, without asking.
 * @param when recorded only if this holds at its place in the batch
 */
export const insertEvent = (event: NewEvent, when: SQL = sql`1`): Statement => ({
  ...execute(sql`insert into events (kind, actor_id, namespace_id, project_id, target_id, details, created_at)
    select ${event.kind}, ${event.actor_id}, ${event.namespace_id ?? namespaceOf(event.project_id)}, ${event.project_id ?? null},
      ${event.target_id ?? null}, ${event.details ?? null}, ${event.created_at} where ${when}
    returning ${hookedCouriers}`),
  answersCouriers: true,
});
