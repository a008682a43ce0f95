// The event stream. Each event is written in the same batch as its change.
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, timestamp } from "./columns.ts";

/** Ids without foreign keys: an event outlives the records it names. */
export const events = sqliteTable(
  "events",
  {
    id: id(),
    kind: text().notNull(),
    actor_id: integer().notNull(),
    /** For an event in a project: the project's namespace at that time. */
    namespace_id: integer(),
    project_id: integer(),
    /** The id of the record that `kind` is about: an issue, a user, a link. */
    target_id: integer(),
    /** JSON: data that cannot be read later, because the records may be changed or deleted. */
    details: text(),
    /** JSON: the columns of an issuable that an edit changed, for hooks. Only kept if a hook receives the event. */
    changes: text(),
    created_at: timestamp(),
  },
  (t) => [
    index("events_by_project").on(t.project_id, t.id),
    index("events_by_namespace").on(t.namespace_id, t.id),
    index("events_by_actor").on(t.actor_id, t.id),
  ],
);
