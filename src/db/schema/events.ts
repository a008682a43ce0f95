// The stream of what happened, written in the same batch as each change.
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, timestamp } from "./columns.ts";

/** Ids only, and no foreign keys: an event outlives what it tells of. */
export const events = sqliteTable(
  "events",
  {
    id: id(),
    kind: text().notNull(),
    actor_id: integer().notNull(),
    /** Of what happened in a project: where the project was. */
    namespace_id: integer(),
    project_id: integer(),
    /** The id of what the kind names: an issue, a user, a link. */
    target_id: integer(),
    /** JSON: what nobody can find out later, because what it tells of is gone or changed. */
    details: text(),
    created_at: timestamp(),
  },
  (t) => [
    index("events_by_project").on(t.project_id, t.id),
    index("events_by_namespace").on(t.namespace_id, t.id),
    index("events_by_actor").on(t.actor_id, t.id),
  ],
);
