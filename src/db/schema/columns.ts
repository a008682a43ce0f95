// Column types that all tables share. Rows are used exactly as the database returns them (booleans are not decoded), so
// property names are column names and a boolean is the 0 or 1 that SQLite stores.
import { integer, text } from "drizzle-orm/sqlite-core";

/** SQLite has no booleans. */
export type Flag = 0 | 1;

export const flag = (initial: Flag = 0) => integer().$type<Flag>().notNull().default(initial);

/** Ids are never reused, so that a token, a link or a hook cannot come to name another row. */
export const id = () => integer().primaryKey({ autoIncrement: true });

/** ISO 8601 in UTC with milliseconds, `2016-04-05T21:40:50.169Z`: sorts as text, and the API shows it unchanged. */
export const timestamp = () => text().notNull();

/** `YYYY-MM-DD`. An expiry date is the last valid day. */
export const date = () => text();
