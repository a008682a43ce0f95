// Time estimates and time spent of issuables.
import { type SQL, sql } from "drizzle-orm";
import type { IssuableType } from "../../schema/issuables.ts";
import { execute, type RowOf, type Statement, select, variants } from "../../statement.ts";
import { type IssuableName, issuableValues, namedTargetId } from "./issuable-key.ts";
import { type IssuableKey, issuableTable } from "./issuables.ts";

const statsColumns = {
  time_estimate: sql<number>`t.time_estimate`,
  time_spent: sql<number>`t.time_spent`,
};

/** Seconds. */
export type TimeStatsRow = RowOf<typeof statsColumns>;

const stats = variants(
  (type: IssuableType) =>
    select(statsColumns, sql`from ${issuableTable(type)} t where t.id = ${sql.placeholder("target_id")}`),
  (type) => type,
);

/** No row if the issuable is gone. */
export const findTimeStats = ({ type, id }: IssuableKey): Statement<TimeStatsRow> =>
  stats(type).with({ target_id: id });

/** Does nothing if the estimate is unchanged. */
export const updateTimeEstimate = ({ type, id }: IssuableKey, seconds: number, now: string): Statement =>
  execute(sql`update ${issuableTable(type)} set time_estimate = ${seconds}, updated_at = ${now}
    where id = ${id} and time_estimate <> ${seconds}`);

export const hasOtherEstimate = ({ type, id }: IssuableKey, seconds: number): SQL =>
  sql`exists (select 1 from ${issuableTable(type)} where id = ${id} and time_estimate <> ${seconds})`;

export const hasTimeSpent = ({ type, id }: IssuableKey): SQL =>
  sql`exists (select 1 from ${issuableTable(type)} where id = ${id} and time_spent <> 0)`;

/**
 * Inserts nothing if the issuable is gone. Violates time_spent_not_negative if the sum would be negative.
 * @param seconds negative to subtract
 */
export const insertTimelog = ({ type, id }: IssuableKey, userId: number, seconds: number, now: string): Statement =>
  execute(sql`insert into timelogs (project_id, target_type, target_id, user_id, time_spent, created_at)
    select t.project_id, ${type}, t.id, ${userId}, cast(${seconds} as integer), ${now}
    from ${issuableTable(type)} t where t.id = ${id}`);

/** Subtracts all time spent, if any. */
export const insertTimelogReset = ({ type, id }: IssuableKey, userId: number, now: string): Statement =>
  execute(sql`insert into timelogs (project_id, target_type, target_id, user_id, time_spent, created_at)
    select t.project_id, ${type}, t.id, ${userId}, -t.time_spent, ${now}
    from ${issuableTable(type)} t where t.id = ${id} and t.time_spent <> 0`);

/** Sets `updated_at` if there is time to reset; goes before the reset. */
export const touchTimeSpent = ({ type, id }: IssuableKey, now: string): Statement =>
  execute(sql`update ${issuableTable(type)} set updated_at = ${now} where id = ${id} and time_spent <> 0`);

const timelogColumns = {
  id: sql<number>`l.id`,
  time_spent: sql<number>`l.time_spent`,
  created_at: sql<string>`l.created_at`,
  user_id: sql<number>`u.id`,
  user_username: sql<string>`u.username`,
  user_name: sql<string>`u.name`,
  user_state: sql<string>`u.state`,
};

export type TimelogRow = RowOf<typeof timelogColumns>;

const ofIssuable = sql`l.target_type = ${sql.placeholder("target_type")} and l.target_id = ${namedTargetId}`;

const timelogs = select(
  timelogColumns,
  sql`from timelogs l cross join users u on u.id = l.user_id where ${ofIssuable}
    order by l.id limit ${sql.placeholder("limit")} offset ${sql.placeholder("offset")}`,
);

const timelogCount = select({ total: sql<number>`count(*)` }, sql`from timelogs l where ${ofIssuable}`);

/** Two statements: the page, oldest first, and the total. */
export function listTimelogs(
  type: IssuableType,
  issuable: IssuableName,
  limit: number,
  offset: number,
): [Statement<TimelogRow>, Statement<{ total: number }>] {
  const values = { target_type: type, ...issuableValues(issuable), limit, offset };
  return [timelogs.with(values), timelogCount.with(values)];
}
