// Reports each request to the sinks that are configured: a line in the log, a data point of Analytics Engine.
import { Buffer } from "node:buffer";
import type { Context } from "hono";
import { matchedRoutes } from "hono/route";
import type { Database } from "../db/database.ts";
import { sinksOf } from "../env.ts";
import { dataPoint } from "../observability/data-point.ts";
import { logLine } from "../observability/log-line.ts";
import type { RequestRecord } from "../observability/request-record.ts";
import { logSeldom } from "../observability/seldom.ts";
import type { AppContext } from "./dependencies.ts";

/** Call it when the response is complete. A sink that fails does not fail the request, which may have changed data. */
export function observe(c: Context<AppContext>): void {
  const { isLogging, metrics } = sinksOf(c.env);
  if (!isLogging && metrics === undefined) return;
  const record = recordOf(c);
  if (isLogging) console.log(logLine(record));
  try {
    metrics?.writeDataPoint(dataPoint(record));
  } catch (error) {
    logSeldom("A data point could not be written", error);
  }
}

const noCost = { roundTrips: 0, statements: 0, rowsRead: 0, rowsWritten: 0 };

function recordOf(c: Context<AppContext>): RequestRecord {
  // Routes without dependencies have no database.
  const db: Database | undefined = c.get("db");
  const { roundTrips, statements, rowsRead, rowsWritten } = db?.cost ?? noCost;
  const { startedAt, requestId } = c.var;
  const { colo = null, continent = null } = placeOf(c.req.raw);
  return {
    time: new Date(startedAt).toISOString(),
    requestId,
    method: c.req.method,
    route: routeOf(c),
    caller: db?.viewer?.viewer_id ?? null,
    status: c.res.status,
    milliseconds: Date.now() - startedAt,
    roundTrips,
    statements,
    rowsRead,
    rowsWritten,
    bytes: bytesOf(c),
    colo,
    continent,
  };
}

/** The pattern of the route that serves the request; null for an unknown route. Middleware has the method ALL. */
export const routeOf = (c: Context<AppContext>): string | null =>
  c.get("route") ?? matchedRoutes(c).find(({ method }) => method !== "ALL")?.path ?? null;

/** Of the bodies without a length only texts are counted: streams would pass through JavaScript chunk by chunk. */
function bytesOf(c: Context<AppContext>): number | null {
  if (c.req.method === "HEAD" || c.res.body === null) return 0;
  const length = c.res.headers.get("content-length");
  if (length !== null) return Number(length);
  const text = c.get("responseText");
  return text === undefined ? null : Buffer.byteLength(text);
}

/** `cf` is Cloudflare's and missing elsewhere; its type says so only for some of its properties. */
const placeOf = ({ cf }: Request): { colo?: string; continent?: string } =>
  (cf ?? {}) as { colo?: string; continent?: string };
