// Edits that give some columns of a row new values, and write nothing where those are its values already.
import { type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

type Given<Name extends string> = Partial<Record<Name, string | number | null>>;

/** The columns that are given, with their new values. */
const given = <Name extends string>(
  columns: readonly Name[],
  changes: Given<Name>,
): { column: SQL; value: unknown }[] =>
  columns.flatMap((name) => {
    const value = changes[name];
    return value === undefined ? [] : [{ column: sql.raw(name), value }];
  });

/** Whether one of these columns has another value than it is given. */
export const differsBy = <Name extends string>(columns: readonly Name[], changes: Given<Name>): SQL => {
  const differences = given(columns, changes).map(({ column, value }) => sql`${column} is not ${value}`);
  return sql`(${sql.join([sql`0`, ...differences], sql` or `)})`;
};

/** Whether the table has a row of this id, and that another value than it is given. */
export const changesRow = (table: SQLiteTable, id: number, changes: Given<string>): SQL =>
  sql`exists (select 1 from ${table} where id = ${id} and ${differsBy(Object.keys(changes), changes)})`;
