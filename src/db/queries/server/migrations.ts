// The table of applied migrations, which `wrangler d1 migrations apply` and `npm run migrate` share.
import { sql } from "drizzle-orm";
import { execute, type Statement } from "../../statement.ts";

/** The newest file in drizzle/, which the statements of this build rely on. The architecture tests compare the two. */
export const NEWEST_MIGRATION = "0024_sessions.sql";

/** The last migration applied; no row before the first. */
export const findNewestMigration = (): Statement<{ name: string }> =>
  execute(sql`select name from d1_migrations order by name desc limit 1`);
