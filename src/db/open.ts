// Opens the database that the Worker's settings name.
import { openD1 } from "./d1.ts";
import { D1Sessions } from "./d1-sessions.ts";
import { Database } from "./database.ts";
import { openLibsql } from "./libsql.ts";

export interface DatabaseSettings {
  readonly DB?: D1Database | undefined;
  readonly LIBSQL_URL?: string | undefined;
  /** `true` if D1 may be read from replicas. */
  readonly GLOBAL_READS?: "true" | "false";
  readonly LIBSQL_AUTH_TOKEN?: string | undefined;
  readonly LIBSQL_KEEP_STREAMS?: "true" | "false";
}

/** One for each request, because it counts the request's cost. It reads the newest state until `startAt` is called. */
export function openDatabase({ DB, GLOBAL_READS, LIBSQL_URL, ...settings }: DatabaseSettings): Database {
  if (LIBSQL_URL !== undefined)
    return openLibsql(LIBSQL_URL, settings.LIBSQL_AUTH_TOKEN, settings.LIBSQL_KEEP_STREAMS === "true");
  if (DB !== undefined) return GLOBAL_READS === "true" ? new Database(new D1Sessions(DB)) : openD1(DB);
  throw new Error("No database is configured: parseEnvironment should have rejected these settings.");
}
