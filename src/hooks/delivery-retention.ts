// How long a courier keeps deliveries, and how many.
import type { Sql } from "../durable-objects/sqlite.ts";
import type { DeliveryRow } from "./delivery-row.ts";

export interface RetentionLimits {
  readonly deliveries: number;
  /** Of all payloads together. */
  readonly bytes: number;
}

/** Beyond these the oldest deliveries are deleted early, finished ones first. */
export const retentionLimits: RetentionLimits = { deliveries: 50_000, bytes: 500_000_000 };

const DAY = 24 * 60 * 60 * 1_000;
const KEPT = 7 * DAY;
/** Milliseconds after which a delivery is no longer attempted; it is then listed as failed for a day. */
export const LONGEST_LIFE = 6 * DAY;
const AT_ONCE = 200;

/** Deletes deliveries older than seven days, and fails those that waited too long. */
export function deleteOldDeliveries(sql: Sql, now: number): void {
  failLongWaiting(sql, now - LONGEST_LIFE);
  for (let some = oldest(sql, 1); (some[0]?.created_at ?? now) < now - KEPT; some = oldest(sql, 1)) {
    deleteDeliveries(
      sql,
      oldest(sql, AT_ONCE).filter(({ created_at }) => created_at < now - KEPT),
    );
  }
}

function failLongWaiting(sql: Sql, since: number): void {
  const late = sql.rows<DeliveryRow>(
    `select d.* from hook_states s join deliveries d on d.id =
        (select min(w.id) from deliveries w where w.hook_id = s.hook_id and w.state = 'waiting')
      where d.created_at < ?`,
    since,
  );
  for (const { hook_id } of late) {
    sql.run(
      `update deliveries set state = 'failed', error = 'It waited for six days behind others that failed'
        where hook_id = ? and state = 'waiting' and created_at < ?`,
      hook_id,
      since,
    );
  }
}

/** Deletes deliveries until the limits hold. */
export function makeRoom(sql: Sql, limits: RetentionLimits): void {
  while (isFull(sql, limits)) {
    const finished = sql.rows<DeliveryRow>(
      "select * from deliveries where state in ('delivered', 'failed') order by id limit +?",
      AT_ONCE,
    );
    deleteDeliveries(sql, finished.length > 0 ? finished : oldest(sql, AT_ONCE));
  }
}

function isFull(sql: Sql, limits: RetentionLimits): boolean {
  const totals = sql.first<{ deliveries: number; bytes: number }>("select * from totals");
  if (totals === null) throw new Error("The table of totals has no row");
  const { deliveries, bytes } = totals;
  return deliveries > limits.deliveries || (bytes > limits.bytes && deliveries > 0);
}

const oldest = (sql: Sql, limit: number): DeliveryRow[] =>
  sql.rows<DeliveryRow>("select * from deliveries order by id limit +?", limit);

function deleteDeliveries(sql: Sql, rows: readonly DeliveryRow[]): void {
  const unfinished = rows.filter(({ state }) => state === "waiting" || state === "retrying");
  if (unfinished.length > 0) console.error(`${unfinished.length} unfinished deliveries to hooks were deleted`);
  sql.run(
    "delete from deliveries where id in (select value from json_each(?))",
    JSON.stringify(rows.map(({ id }) => id)),
  );
}
