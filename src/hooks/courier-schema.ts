// The tables of a courier, and the steps that bring older ones up to date.

import type { SchemaSteps } from "../durable-objects/sqlite.ts";
import { consumerTable } from "../events/consumer.ts";

/** Append-only: every courier runs each step once. */
export const courierSteps: SchemaSteps = [
  // The tables before there were steps.
  [
    `create table if not exists position (event_id integer not null)`,
    `create table if not exists deliveries (id integer primary key autoincrement, hook_id integer not null,
      event_id integer not null, event text not null)`,
    `create table if not exists bodies (event_id integer not null, part integer not null,
      content blob not null, primary key (event_id, part)) without rowid`,
  ],
  // Deliveries are retried, and kept.
  [
    `alter table deliveries rename to queued`,
    `alter table bodies rename to queued_bodies`,
    `drop index if exists deliveries_of_hook`,
    `drop index if exists deliveries_of_event`,
    `create table bodies (id integer not null, part integer not null, content blob not null, primary key (id, part))
      without rowid`,
    `create table deliveries (
      id integer primary key autoincrement,
      hook_id integer not null,
      webhook_id text not null,
      event text not null,
      body_id integer not null,
      state text not null,
      attempts integer not null,
      due integer,
      created_at integer not null,
      attempted_at integer,
      duration integer,
      url text,
      request_headers text,
      status integer,
      response_headers text,
      response_body text,
      error text
    )`,
    // Failures per hook, and when the hook was last edited as far as the courier has seen.
    `create table hook_states (hook_id integer primary key, written_at text, failures integer not null default 0,
      error text, error_at integer)`,
    `create table totals (deliveries integer not null, bytes integer not null)`,
    `insert into totals values (0, 0)`,
    `create index deliveries_of_hook on deliveries (hook_id, id)`,
    `create index deliveries_of_body on deliveries (body_id)`,
    `create index deliveries_waiting on deliveries (hook_id, id) where state = 'waiting'`,
    `create index deliveries_retrying on deliveries (hook_id, due) where state = 'retrying'`,
    `create index deliveries_ended on deliveries (id) where state in ('delivered', 'failed')`,
    `create trigger deliveries_counted after insert on deliveries begin
      update totals set deliveries = deliveries + 1; end`,
    `create trigger deliveries_gone after delete on deliveries begin
      update totals set deliveries = deliveries - 1;
      delete from bodies where id = old.body_id
        and not exists (select 1 from deliveries where body_id = old.body_id); end`,
    `create trigger bodies_counted after insert on bodies begin
      update totals set bytes = bytes + length(new.content); end`,
    `create trigger bodies_gone after delete on bodies begin
      update totals set bytes = bytes - length(old.content); end`,
    `insert into bodies select event_id, part, content from queued_bodies`,
    `insert into deliveries (id, hook_id, webhook_id, event, body_id, state, attempts, created_at)
      select id, hook_id, 'msg_' || event_id || '_' || hook_id, event, event_id, 'waiting', 0, unixepoch() * 1000
      from queued`,
    `insert into hook_states (hook_id) select distinct hook_id from queued`,
    `drop table queued`,
    `drop table queued_bodies`,
  ],
  // The settings a hook must have, as JSON; and events that could not be composed.
  [
    `alter table deliveries add column settings text not null default '[]'`,
    `create table stumbles (event_id integer primary key, times integer not null, since integer not null)`,
  ],
  // The position and failed events are kept by the consumer of the event stream.
  [
    consumerTable,
    `insert into consumer select 1, event_id, 50, 0, null, 0, null from position`,
    `drop table position`,
    `drop table stumbles`,
  ],
];
