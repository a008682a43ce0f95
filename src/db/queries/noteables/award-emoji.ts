// Award emoji of issuables and notes.
import { type SQL, sql } from "drizzle-orm";
import type { AwardableType } from "../../schema/issuables.ts";
import { execute, type RowOf, type Statement, select } from "../../statement.ts";
import { type IssuableName, issuableValues, namedTargetId } from "../issuables/issuable-key.ts";
import { issuableTable } from "../issuables/issuables.ts";

/** An awardable: an issuable or a note. */
export interface AwardableKey {
  readonly type: AwardableType;
  readonly id: number;
}

/** An awardable as a request names it. */
export interface NamedAwardable {
  readonly type: AwardableType;
  readonly id: IssuableName;
}

const awardColumns = {
  id: sql<number>`e.id`,
  name: sql<string>`e.name`,
  created_at: sql<string>`e.created_at`,
  updated_at: sql<string>`e.updated_at`,
  target_type: sql<AwardableType>`e.target_type`,
  target_id: sql<number>`e.target_id`,
  user_id: sql<number>`u.id`,
  user_username: sql<string>`u.username`,
  user_name: sql<string>`u.name`,
  user_state: sql<string>`u.state`,
};

export type AwardRow = RowOf<typeof awardColumns>;

const ofAwardable = sql`e.target_type = ${sql.placeholder("target_type")} and e.target_id = ${namedTargetId}`;

const awards = sql`from award_emoji e cross join users u on u.id = e.user_id where ${ofAwardable}`;

const list = select(
  awardColumns,
  sql`${awards} order by e.id limit ${sql.placeholder("limit")} offset ${sql.placeholder("offset")}`,
);

const count = select({ total: sql<number>`count(*)` }, sql`from award_emoji e where ${ofAwardable}`);

/** Two statements: the page, oldest first, and the total. */
export function listAwards(
  { type, id }: NamedAwardable,
  limit: number,
  offset: number,
): [Statement<AwardRow>, Statement<{ total: number }>] {
  const values = { target_type: type, ...issuableValues(id), limit, offset };
  return [list.with(values), count.with(values)];
}

const single = select(awardColumns, sql`${awards} and e.id = ${sql.placeholder("award_id")}`);

export const findAward = ({ type, id }: NamedAwardable, awardId: number): Statement<AwardRow> =>
  single.with({ target_type: type, ...issuableValues(id), award_id: awardId });

const given = select(
  awardColumns,
  sql`${awards} and e.user_id = ${sql.placeholder("user_id")} and e.name = ${sql.placeholder("name")}`,
);

/** By its unique key: awardable, user and name. */
export const findGivenAward = ({ type, id }: AwardableKey, userId: number, name: string): Statement<AwardRow> =>
  given.with({ target_type: type, ...issuableValues(id), user_id: userId, name });

/** SQL for the id and the existence of the award of {@link findGivenAward}, in the same batch. */
export function givenAward({ type, id }: AwardableKey, userId: number, name: string): { id: SQL<number>; exists: SQL } {
  const body = sql`from award_emoji e
    where e.target_type = ${type} and e.target_id = ${id} and e.user_id = ${userId} and e.name = ${name}`;
  return { id: sql<number>`(select e.id ${body})`, exists: sql`exists (select 1 ${body})` };
}

/** Does nothing if the awardable is gone. */
export const insertAward = ({ type, id }: AwardableKey, userId: number, name: string, now: string): Statement =>
  execute(sql`insert into award_emoji (project_id, target_type, target_id, user_id, name, created_at, updated_at)
    select t.project_id, ${type}, t.id, ${userId}, ${name}, ${now}, ${now}
    from ${type === "Note" ? sql.raw("notes") : issuableTable(type)} t where t.id = ${id}`);

/** Returns the id if the award existed. */
export const deleteAward = (awardId: number): Statement<{ id: number }> =>
  execute(sql`delete from award_emoji where id = ${awardId} returning id`);

export const isAward = (awardId: number): SQL => sql`exists (select 1 from award_emoji where id = ${awardId})`;
