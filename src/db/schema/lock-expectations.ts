// The optimistic lock of what is decided about in the Worker.
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { IssuableType } from "./issuables.ts";

/** What has a lock_version. */
export type LockedType = IssuableType | "Label" | "Milestone";

/**
 * Always empty. To insert a row is to state what a record was when a decision about it was made: a trigger raises
 * `stale_object` if it is not so any more, and drops the row if it is.
 */
export const lockExpectations = sqliteTable("lock_expectations", {
  record_type: text().$type<LockedType>().notNull(),
  record_id: integer().notNull(),
  lock_version: integer().notNull(),
  /** JSON array of the ids of an issuable's labels, in ascending order; null where the decision does not depend on them. */
  label_ids: text(),
});
