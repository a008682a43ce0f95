// The composition root: what a request works with is made here and nowhere else.
import type { MiddlewareHandler } from "hono";
import { openD1 } from "../db/d1.ts";
import type { Database } from "../db/database.ts";
import { openLibsql } from "../db/libsql.ts";
import { type Environment, parseEnvironment } from "../env.ts";

export interface AppContext {
  Bindings: object;
  Variables: {
    requestId: string;
    /** The instant of the request, ISO 8601 with milliseconds. */
    now: string;
    db: Database;
    rootTokenHash: string | undefined;
  };
}

export const dependencies: MiddlewareHandler<AppContext> = async (c, next) => {
  const environment = parseEnvironment(c.env);
  const db = openDatabase(environment);
  c.set("now", new Date().toISOString());
  c.set("db", db);
  c.set("rootTokenHash", environment.rootTokenHash);
  await next();
  if (environment.DATABASE_COST === "true") c.res.headers.set("server-timing", costHeader(db));
};

function openDatabase({ DB, LIBSQL_URL, LIBSQL_AUTH_TOKEN }: Environment): Database {
  if (LIBSQL_URL !== undefined) return openLibsql(LIBSQL_URL, LIBSQL_AUTH_TOKEN);
  if (DB !== undefined) return openD1(DB);
  throw new Error("parseEnvironment lets no Worker through that has no database.");
}

function costHeader({ cost }: Database): string {
  const { roundTrips, statements, rowsRead, rowsWritten } = cost;
  return `db;desc="round-trips=${roundTrips} statements=${statements} rows-read=${rowsRead} rows-written=${rowsWritten}"`;
}
