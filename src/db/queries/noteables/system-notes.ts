// System notes: the server's records of actions on a noteable.
import { type SQL, sql } from "drizzle-orm";
import type { IssuableType } from "../../schema/issuables.ts";
import { execute, type Statement } from "../../statement.ts";
import { type IssuableKey, issuableTable } from "../issuables/issuables.ts";

export interface NewSystemNote {
  readonly noteable: IssuableKey;
  readonly author_id: number;
  readonly body: string | SQL;
  /** ISO 8601 with milliseconds. */
  readonly created_at: string;
}

/** @param when condition, evaluated at this position in the batch: goes before the change that the note records */
export const insertSystemNote = (
  { noteable, author_id, body, created_at }: NewSystemNote,
  when: SQL = sql`1`,
): Statement =>
  execute(sql`insert into notes (project_id, target_type, target_id, author_id, body, system, created_at, updated_at)
    select ${noteable.project_id}, ${noteable.type}, ${noteable.id}, ${author_id}, ${body}, 1, ${created_at}, ${created_at}
    where ${when}`);

/**
 * Sets the noteable's `updated_at`.
 * @param when as for {@link insertSystemNote}
 */
export const touchIssuable = ({ type, id }: IssuableKey, now: string, when: SQL = sql`1`): Statement =>
  execute(sql`update ${issuableTable(type)} set updated_at = ${now} where id = ${id} and ${when}`);

/** Notes searched for a duplicate. Duplicates come soon after, and anybody can write any number of notes. */
const MAX_NOTES = 100;

/** The newest notes of a noteable, by `system`, `body` and `created_at`. */
export const newestNotes = (type: IssuableType, id: number | SQL): SQL =>
  sql`(select system, body, created_at from notes indexed by notes_of_target
    where target_type = ${type} and target_id = ${id} order by id desc limit ${sql.raw(String(MAX_NOTES))})`;

/** True if the noteable exists and has no system note of this body and time. Makes its insert idempotent. */
export const isUnrecorded = ({ noteable: { type, id }, body, created_at }: NewSystemNote): SQL =>
  sql`exists (select 1 from ${issuableTable(type)} where id = ${id}) and not exists (select 1
    from ${newestNotes(type, id)} where system = 1 and created_at = ${created_at} and body = ${body})`;
