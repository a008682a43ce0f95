// The header Server-Timing: duration and database cost of the request.
import type { Database } from "../db/database.ts";

export interface Timed {
  readonly request: Request;
  readonly db: Database;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
}

/**
 * Adds the header to every response with DATABASE_COST, else for administrators who send `Prefer: server-timing`. Others
 * could infer from rows read how many confidential records there are.
 */
export function addServerTiming({ headers }: Response, { request, db, startedAt }: Timed, isForAll: boolean): void {
  if (!isForAll) {
    if (!/(^|,)\s*server-timing\s*(,|;|$)/i.test(request.headers.get("prefer") ?? "")) return;
    if (db.viewer?.viewer_admin !== 1) return;
    headers.set("preference-applied", "server-timing");
  }
  const { roundTrips, statements, rowsRead, rowsWritten } = db.cost;
  const cost = `round-trips=${roundTrips} statements=${statements} rows-read=${rowsRead} rows-written=${rowsWritten}`;
  headers.set("server-timing", `total;dur=${Date.now() - startedAt}, db;desc="${cost}"`);
}
