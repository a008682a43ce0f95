// Optimistic locking: writes that depend on a record as it was read, and fail if it has changed since.
import { type SQL, sql } from "drizzle-orm";
import type { LockedType } from "../../schema/lock-expectations.ts";
import { execute, type Statement, variants, writeTemplate } from "../../statement.ts";

/** A record with the version that a decision is based on. */
export interface LockedRecord {
  readonly type: LockedType;
  readonly id: number;
  readonly lock_version: number;
}

const expectTemplate = writeTemplate(
  sql`insert into lock_expectations (record_type, record_id, lock_version, label_ids)
    values (${sql.placeholder("type")}, ${sql.placeholder("id")}, ${sql.placeholder("lock_version")}, ${sql.placeholder("label_ids")})`,
);

/**
 * Violates stale_object if the record has changed or is gone. Must be the first statement of its batch.
 * @param labelIds ids of an issuable's labels, ascending; null if the decision does not depend on them
 */
export const expectUnchanged = (
  { type, id, lock_version }: LockedRecord,
  labelIds: readonly number[] | null = null,
): Statement =>
  expectTemplate.with({ type, id, lock_version, label_ids: labelIds === null ? null : JSON.stringify(labelIds) });

/**
 * Violates stale_object unless the condition is true. Must be the first statement of its batch, so that the writes
 * after it happen all or not at all. Makes effects idempotent that may be processed twice.
 */
export const expectCondition = (condition: SQL): Statement =>
  execute(sql`insert into lock_expectations (record_type, record_id, lock_version)
    select 'Issue', 0, -1 where not (${condition})`);

/** New values by column. */
export type ColumnValues = Readonly<Record<string, string | number | null>>;

const tables: Record<LockedType, SQL> = {
  Issue: sql.raw("issues"),
  MergeRequest: sql.raw("merge_requests"),
  Label: sql.raw("labels"),
  Milestone: sql.raw("milestones"),
};

interface UpdateShape {
  readonly type: LockedType;
  readonly columns: readonly string[];
}

/** Updates set changed columns only, because SQLite rewrites the indexes of every column that is set. */
const updates = variants(
  ({ type, columns }: UpdateShape) => {
    const assignments = columns.map((name) => sql`${sql.identifier(name)} = ${sql.placeholder(name)}`);
    return writeTemplate(
      sql`update ${tables[type]} set ${sql.join(assignments, sql`, `)} where id = ${sql.placeholder("id")}`,
    );
  },
  ({ type, columns }) => `${type} ${columns}`,
);

export const updateRecord = ({ type, id, lock_version }: LockedRecord, columns: ColumnValues): Statement => {
  const values = { ...columns, lock_version: lock_version + 1 };
  return updates({ type, columns: Object.keys(values) }).with({ ...values, id });
};
