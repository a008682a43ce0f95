// Requests with an Idempotency-Key, and the responses they had.
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { timestamp } from "./columns.ts";

/**
 * - `claimed`: a request with the key is running, or died before it changed anything in this database.
 * - `changed`: its change is committed, its response is not stored yet.
 * - `answered`: its response is stored.
 */
export type IdempotencyState = "claimed" | "changed" | "answered";

export const idempotencyRecords = sqliteTable(
  "idempotency_records",
  {
    /** SHA-256 of the caller and the key, in hexadecimal. */
    id: text().primaryKey(),
    /** HMAC-SHA-256 of method, path and parameters under the caller's token, in hexadecimal. */
    fingerprint: text().notNull(),
    /** Identifies the request in repositories: the same for every attempt at it. */
    operation_id: text().notNull(),
    /** The attempt that holds the lease. */
    attempt: text().notNull(),
    state: text().$type<IdempotencyState>().notNull(),
    /** From then on another attempt may take over. */
    lease_ends_at: timestamp(),
    expires_at: timestamp(),
    /** The record that the request created, for endpoints with a `reproduction`. */
    created_id: integer(),
    /** Base64 of an encrypted response. */
    response: text(),
  },
  (table) => [index("idempotency_records_expiry").on(table.expires_at)],
);
