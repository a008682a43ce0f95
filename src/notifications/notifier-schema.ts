// The tables of a notifier, and how older ones become today's.
import type { SchemaSteps } from "../durable-objects/sqlite.ts";
import { consumerTable } from "../events/consumer.ts";

/** Append-only: every notifier runs each step once. */
export const notifierSteps: SchemaSteps = [
  // As they were before there were steps.
  [
    "create table if not exists facts (name text primary key, value) without rowid",
    `create table if not exists mails (id integer primary key autoincrement, user_id integer not null,
      event_id integer not null, attempts integer not null default 0, due integer not null)`,
    "create index if not exists mails_by_due on mails (due, id)",
  ],
  // The position and failures are kept by the consumer of the event stream.
  [
    consumerTable,
    "insert into consumer select 1, value, 50, 0, null, 0, null from facts where name = 'position'",
    "delete from facts where name in ('position', 'failures', 'failing_since')",
  ],
];
