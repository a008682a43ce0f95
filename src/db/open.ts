// Opens the database that the Worker's settings name.
import { openD1 } from "./d1.ts";
import type { Database } from "./database.ts";
import { openLibsql } from "./libsql.ts";

export interface DatabaseSettings {
  readonly DB?: D1Database | undefined;
  readonly LIBSQL_URL?: string | undefined;
  readonly LIBSQL_AUTH_TOKEN?: string | undefined;
}

/** One for each request, because it counts the request's cost. */
export function openDatabase({ DB, LIBSQL_URL, LIBSQL_AUTH_TOKEN }: DatabaseSettings): Database {
  if (LIBSQL_URL !== undefined) return openLibsql(LIBSQL_URL, LIBSQL_AUTH_TOKEN);
  if (DB !== undefined) return openD1(DB);
  throw new Error("No database is configured: parseEnvironment should have rejected these settings.");
}
