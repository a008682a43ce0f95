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
  readonly created_at: string;
}

/** Of an event just inserted, the project if it has hooks. */
export const hookedProject = sql`case when exists (select 1 from project_hooks h where h.project_id = events.project_id)
  then events.project_id end as hooked_project_id`;

/**
 * Answers the project, if it has hooks: who runs the batch learns so whom to wake, without asking.
 * @param when recorded only if this holds at its place in the batch
 */
export const insertEvent = (event: NewEvent, when: SQL = sql`1`): Statement => ({
  ...execute(sql`insert into events (kind, actor_id, namespace_id, project_id, target_id, created_at)
    select ${event.kind}, ${event.actor_id}, ${event.namespace_id ?? null}, ${event.project_id ?? null},
      ${event.target_id ?? null}, ${event.created_at} where ${when}
    returning ${hookedProject}`),
  answersHookedProject: true,
});
