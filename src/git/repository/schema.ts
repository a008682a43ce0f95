// The tables of a repository, and the migrations of older ones.
import type { SchemaSteps } from "./sql.ts";

/** Append-only: every repository runs each step once. */
export const repositorySteps: SchemaSteps = [
  [
    // Concurrent pushes may contain the same object; among accepted objects each id is unique. A delta's base is either
    // accepted, or belongs to the same push and has a lower id.
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
    // The pieces of data that does not fit a row; objects.data is null then.
    `create table chunks (object integer, seq integer, data blob not null, primary key (object, seq)) without rowid`,
    // A push in progress, or abandoned: its objects are invisible to everything else.
    `create table open_pushes (id integer primary key autoincrement, first_object integer not null)`,
    // Deltas that arrived before their bases, in pieces; size is the inflated size of the whole delta.
    `create table parked_deltas (
      push integer,
      offset integer,
      seq integer,
      size integer not null,
      data blob not null,
      primary key (push, offset, seq)
    ) without rowid`,
    // Ids are topological: parents have lower ids than their children.
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
    // Forks that are copying this repository, and when their leases expire, in milliseconds since 1970.
    `create table copies (fork integer primary key, until integer not null)`,
    `create table outbox (id integer primary key autoincrement, event text not null)`,
    `create table settings (name text primary key, value text not null) without rowid`,
  ],
  // By merge request: the commit that merged it into its target branch.
  [`create table merges (merge_request_id integer primary key, oid blob not null)`],
  // Results are JSON; finished_at is in milliseconds since 1970.
  [
    `create table finished_operations (
      id text primary key,
      finished_at integer not null,
      result text
    ) without rowid`,
    `create index finished_operations_by_time on finished_operations (finished_at)`,
  ],
  // Content is in pieces, like that of large objects.
  [
    `create table uploads (
      id integer primary key autoincrement,
      secret text not null unique,
      name text not null,
      size integer not null
    )`,
    `create table upload_chunks (upload integer, seq integer, data blob not null, primary key (upload, seq)) without rowid`,
  ],
  // Who uploaded a file, and when; null for files of before.
  [`alter table uploads add column user_id integer`, `alter table uploads add column created_at text`],
  // The objects of a large push as one stream of pack entries. An object is in a row of `objects` or in one pack.
  [
    // Belongs to its push as rows of `objects` do. has_gaps: the stream contains entries that the index lacks.
    `create table packs (
      id integer primary key autoincrement,
      push integer not null,
      objects integer not null,
      tags integer not null,
      has_gaps integer not null
    )`,
    // Pieces of the stream have a seq from 0 on. Those of the index, sorted by id, have -1, -2 and so on, and the first
    // four bytes of their first id.
    `create table pack_rows (
      pack integer,
      seq integer,
      first integer,
      data blob not null,
      primary key (pack, seq)
    ) without rowid`,
  ],
  // By the leading bits of commits' ids, the paths that the first of them changed. Read and written as a whole.
  [`create table path_filters (block integer primary key, made integer not null, keys blob not null)`],
];
