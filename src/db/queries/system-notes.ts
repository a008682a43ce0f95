// System notes: what the server tells under a target about what somebody did to it.
import { type SQL, sql } from "drizzle-orm";
import { execute, type Statement } from "../statement.ts";
import { type TargetKey, targetTable } from "./targets.ts";

export interface NewSystemNote {
  readonly target: TargetKey;
  readonly author_id: number;
  readonly body: string | SQL;
  /** ISO 8601 with milliseconds. */
  readonly created_at: string;
}

/** @param when written only if this holds at its place in the batch, so it goes before the change it tells of */
export const insertSystemNote = (
  { target, author_id, body, created_at }: NewSystemNote,
  when: SQL = sql`1`,
): Statement =>
  execute(sql`insert into notes (project_id, target_type, target_id, author_id, body, system, created_at, updated_at)
    select ${target.project_id}, ${target.type}, ${target.id}, ${author_id}, ${body}, 1, ${created_at}, ${created_at}
    where ${when}`);

/** The target has changed just now. */
export const touchTarget = ({ type, id }: TargetKey, now: string): Statement =>
  execute(sql`update ${targetTable(type)} set updated_at = ${now} where id = ${id}`);

/** Whether the target is there, and nothing like it was told at that instant: what may be told twice is written once. */
export const isUntold = ({ target: { type, id }, body, created_at }: NewSystemNote): SQL =>
  sql`exists (select 1 from ${targetTable(type)} where id = ${id}) and not exists (select 1 from notes
    where target_type = ${type} and target_id = ${id} and system = 1 and created_at = ${created_at} and body = ${body})`;
