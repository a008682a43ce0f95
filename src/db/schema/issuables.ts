// What issues and merge requests have in common.
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { TargetType } from "./targets.ts";

/** What has a title, labels, a milestone and an assignee; other tables name it by `target_type` and `target_id`. */
export type IssuableType = TargetType;

/**
 * Always empty. To insert a row is to state what an issuable was when a decision about it was made: a trigger raises
 * `stale_object` if it is not so any more, and drops the row if it is.
 */
export const lockExpectations = sqliteTable("lock_expectations", {
  issuable_type: text().$type<IssuableType>().notNull(),
  issuable_id: integer().notNull(),
  lock_version: integer().notNull(),
  /** JSON array of the ids of its labels, in ascending order; null where the decision does not depend on them. */
  label_ids: text(),
});
