// The optimistic lock of records whose changes the Worker decides.
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { IssuableType } from "./issuables.ts";

/** Types of records that have a `lock_version`. */
export type LockedType = IssuableType | "Label" | "Milestone";

/**
 * Always empty. Inserting a row checks that a record still has the version a decision is based on: a trigger raises
 * `stale_object` if it does not, and ignores the row if it does.
 */
export const lockExpectations = sqliteTable("lock_expectations", {
  record_type: text().$type<LockedType>().notNull(),
  record_id: integer().notNull(),
  lock_version: integer().notNull(),
  /** JSON array of the ids of an issuable's labels, ascending; null if the decision does not depend on them. */
  label_ids: text(),
});
