// The data point of a request for Analytics Engine. docs/operations.md has its columns and example queries.
import { clientOf, type RequestRecord } from "./request-record.ts";

/** Bytes of an index, by Analytics Engine's limits. Patterns of routes are ASCII. */
const LONGEST_INDEX = 96;

export function dataPoint(record: RequestRecord): AnalyticsEngineDataPoint {
  const route = record.route ?? "unknown";
  return {
    indexes: [route.slice(0, LONGEST_INDEX)],
    blobs: [
      record.method,
      route,
      `${Math.floor(record.status / 100)}xx`,
      clientOf(record.route),
      record.colo,
      record.continent,
    ],
    doubles: [record.milliseconds, record.roundTrips, record.rowsRead, record.rowsWritten, record.bytes ?? 0],
  };
}
