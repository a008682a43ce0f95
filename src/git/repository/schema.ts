// The tables of a repository, and how those of an older one become today's.
import type { SchemaSteps } from "./sql.ts";

/** Append-only: each step is taken once by every repository. */
export const repositorySteps: SchemaSteps = [
  [
    // Two pushes that are received at the same time may bring the same object; of what is accepted, each is there once.
    // A delta's base is accepted, or of the same push and before it.
    `create table objects (
      id integer primary key,
      oid blob not null,
      type integer not null,
      size integer not null,
      push integer not null,
      delta_base blob,
      delta_size integer,
      depth integer not null,
      stored_size integer not null,
      data blob,
      unique (oid, push)
    )`,
    // What is over a row's size; then the object has no data.
    `create table chunks (object integer, seq integer, data blob not null, primary key (object, seq)) without rowid`,
    // A push that is being received, or was given up: its objects are there for nobody else.
    `create table open_pushes (id integer primary key autoincrement, first_object integer not null)`,
    // Deltas of a pack that came before their bases, each in pieces, with the bytes the whole inflates to.
    `create table parked_deltas (
      push integer,
      offset integer,
      seq integer,
      size integer not null,
      data blob not null,
      primary key (push, offset, seq)
    ) without rowid`,
    // Parents come before their children.
    `create table commits (
      id integer primary key,
      oid blob not null unique,
      tree blob not null,
      parents text not null,
      time integer not null
    )`,
    `create table refs (name text primary key, oid blob not null, peeled blob) without rowid`,
    `create table protected_branches (
      name text primary key,
      developers_can_push integer not null,
      developers_can_merge integer not null
    ) without rowid`,
    // Forks that are copying this repository, and until when they are believed to, in milliseconds since 1970.
    `create table copies (fork integer primary key, until integer not null)`,
    `create table outbox (id integer primary key autoincrement, event text not null)`,
    `create table settings (name text primary key, value text not null) without rowid`,
  ],
  // By merge request: the commit that merged it into its target branch.
  [`create table merges (merge_request_id integer primary key, oid blob not null)`],
];
