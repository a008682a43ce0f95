// Counts the rows that a write changed.
import { sql } from "drizzle-orm";
import { execute, type Statement } from "../../statement.ts";

/** The number of rows that the previous statement of the batch changed. */
export const countChanged = (): Statement<{ changed: number }> => execute(sql`select changes() as changed`);
