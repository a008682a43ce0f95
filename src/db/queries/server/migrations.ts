// The table of applied migrations, which `wrangler d1 migrations apply` and `npm run migrate` share.
import { sql } from "drizzle-orm";
import { type Statement, select } from "../../statement.ts";

/** The newest file in drizzle/, which the statements of this build rely on. The architecture tests compare the two. */
export const NEWEST_MIGRATION = "0035_deep_pages.sql";

const newestTemplate = select({ name: sql<string>`name` }, sql`from d1_migrations order by name desc limit 1`);

/** The last migration applied; no row before the first. */
export const findNewestMigration = (): Statement<{ name: string }> => newestTemplate.with({});
