// Deletes the oldest records of the tables that would otherwise grow forever, a chunk at a time.
import { type SQL, sql } from "drizzle-orm";
import { execute, type Statement } from "../../statement.ts";

/** Records deleted by one statement. */
const CHUNK = sql.raw("1000");

/** @param before ISO 8601, for all three */
export const deleteOldNotifications = (projectId: number, before: string): Statement =>
  deleteOldest(sql`notifications`, sql`project_id = ${projectId}`, sql`id`, before);

/**
 * Of all projects, groups and users. The stream is in the order of ids, so that the statement reads the old events and
 * the first newer one.
 */
export const deleteOldEvents = (before: string): Statement => deleteOldest(sql`events`, sql`1`, sql`id`, before);

/** Keeps the newest push of the project: it is the repository's last recorded outbox entry. */
export const deleteOldPushes = (projectId: number, before: string): Statement =>
  deleteOldest(
    sql`pushes`,
    sql`project_id = ${projectId}
      and entry_id < (select max(entry_id) from pushes where project_id = ${projectId})`,
    sql`entry_id`,
    before,
  );

/**
 * Deletes a chunk of the records that precede the first one that is not old. `countChanged()` returns their number.
 * @param order a column with an index behind the columns of `scope`
 */
function deleteOldest(table: SQL, scope: SQL, order: SQL, before: string): Statement {
  const oldest = sql`from ${table} where ${scope}`;
  const firstNewer = sql`(select position from (select ${order} as position, created_at ${oldest}
    order by ${order} limit ${CHUNK}) where created_at >= ${before} limit 1)`;
  return execute(sql`delete from ${table} where id in (select id ${oldest}
    and ${order} < coalesce(${firstNewer}, (select max(${order}) + 1 ${oldest})) order by ${order} limit ${CHUNK})`);
}
