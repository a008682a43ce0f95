// Labels, their links to issuables, counters and subscriptions.
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { flag, id, timestamp } from "./columns.ts";
import type { IssuableType } from "./issuables.ts";
import { projects } from "./projects.ts";
import { users } from "./users.ts";

export const labels = sqliteTable(
  "labels",
  {
    id: id(),
    project_id: integer()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    title: text().notNull(),
    /** `#RRGGBB` */
    color: text().notNull(),
    description: text(),
    /** Lower is more urgent. */
    priority: integer(),
    /** Counts its changes, see lock_expectations. */
    lock_version: integer().notNull().default(0),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  (t) => [uniqueIndex("labels_title_key").on(t.project_id, t.title)],
);

/** Deleted with its label by the foreign key, and with its issuable by triggers. */
export const labelLinks = sqliteTable(
  "label_links",
  {
    target_type: text().$type<IssuableType>().notNull(),
    target_id: integer().notNull(),
    label_id: integer()
      .notNull()
      .references(() => labels.id, { onDelete: "cascade" }),
  },
  (t) => [
    primaryKey({ name: "label_links_key", columns: [t.target_type, t.target_id, t.label_id] }),
    index("label_links_by_label").on(t.label_id, t.target_type, t.target_id),
  ],
);

/** The issuables with a label in the order of lists, maintained by triggers. The table is without rowid. */
export const labelledIssuables = sqliteTable(
  "labelled_issuables",
  {
    label_id: integer()
      .notNull()
      .references(() => labels.id, { onDelete: "cascade" }),
    target_type: text().$type<IssuableType>().notNull(),
    /** For merge requests, 0. */
    confidential: flag(),
    /** For merge requests, listed_state. */
    state: text().notNull(),
    created_at: timestamp(),
    target_id: integer().notNull(),
  },
  (t) => [
    primaryKey({
      name: "labelled_issuables_key",
      columns: [t.label_id, t.target_type, t.confidential, t.state, t.created_at, t.target_id],
    }),
  ],
);

/** The number of issuables with a label, per type, state and confidentiality; maintained by triggers. */
export const labelCounts = sqliteTable(
  "label_counts",
  {
    label_id: integer()
      .notNull()
      .references(() => labels.id, { onDelete: "cascade" }),
    target_type: text().$type<IssuableType>().notNull(),
    state: text().notNull(),
    confidential: flag(),
    count: integer().notNull().default(0),
  },
  (t) => [primaryKey({ name: "label_counts_key", columns: [t.label_id, t.target_type, t.state, t.confidential] })],
);

export const labelSubscriptions = sqliteTable(
  "label_subscriptions",
  {
    label_id: integer()
      .notNull()
      .references(() => labels.id, { onDelete: "cascade" }),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
  },
  (t) => [
    primaryKey({ name: "label_subscriptions_key", columns: [t.label_id, t.user_id] }),
    index("label_subscriptions_by_user").on(t.user_id),
  ],
);
