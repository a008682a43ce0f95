// The database on Node's SQLite with all migrations applied, for tests without a server.
import { openD1 } from "../../src/db/d1.ts";
import type { Database } from "../../src/db/database.ts";
import { withSchema } from "./runtime/migrated-d1.ts";

/** An empty in-memory database. */
export const nodeDatabase = (): Database => openD1(withSchema());
