// The audit trail: security-relevant changes with their authors. Each event is written in the same batch as its change.
import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, timestamp } from "./columns.ts";

/** GitLab's names of what an event belongs to. The instance has the id 1. */
export type AuditEntityType = "Project" | "Group" | "User" | "Gitlab::Audit::InstanceScope";

/** Ids without foreign keys: an event outlives its author and the records it names. */
export const auditEvents = sqliteTable(
  "audit_events",
  {
    id: id(),
    event_type: text().notNull(),
    author_id: integer().notNull(),
    entity_type: text().$type<AuditEntityType>().notNull(),
    entity_id: integer().notNull(),
    /** The group whose owners see the event: the entity itself, or the group of a project at that time. */
    group_id: integer(),
    /** JSON: names at that time, and the change. */
    details: text().notNull(),
    /** The id of the entry in a repository's outbox: an entry processed twice is written once. */
    entry_id: integer(),
    created_at: timestamp(),
  },
  (t) => [
    index("audit_events_by_time").on(t.created_at),
    index("audit_events_by_type").on(t.entity_type, t.created_at),
    index("audit_events_by_entity").on(t.entity_type, t.entity_id, t.created_at),
    index("audit_events_by_group").on(t.group_id, t.created_at).where(sql`group_id is not null`),
    uniqueIndex("audit_events_entry_key").on(t.entity_id, t.entry_id).where(sql`entry_id is not null`),
  ],
);
