// Conditions for updates that write nothing if the columns already have the new values.
import { type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

type Given<Name extends string> = Partial<Record<Name, string | number | null>>;

/** The columns whose new value is not undefined. */
const given = <Name extends string>(
  columns: readonly Name[],
  changes: Given<Name>,
): { column: SQL; value: unknown }[] =>
  columns.flatMap((name) => {
    const value = changes[name];
    return value === undefined ? [] : [{ column: sql.raw(name), value }];
  });

/** True if one of the columns differs from its new value. */
export const differsBy = <Name extends string>(columns: readonly Name[], changes: Given<Name>): SQL => {
  const differences = given(columns, changes).map(({ column, value }) => sql`${column} is not ${value}`);
  return sql`(${sql.join([sql`0`, ...differences], sql` or `)})`;
};

/** True if the row exists and one of the columns differs from its new value. */
export const changesRow = (table: SQLiteTable, id: number, changes: Given<string>): SQL =>
  sql`exists (select 1 from ${table} where id = ${id} and ${differsBy(Object.keys(changes), changes)})`;
