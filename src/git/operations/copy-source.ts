// The source side of a fork: a snapshot of the repository, then its objects and commits page by page.

import { BRANCHES, type Ref, TAGS } from "../repository/ref-store.ts";
import type { Repository } from "../repository/repository.ts";

/** A repository at one point in time. Objects never change, so copying them may take long. */
export interface CopySnapshot {
  /** Branches and tags. */
  readonly refs: readonly Ref[];
  readonly head: string | null;
  readonly lastObject: number;
  readonly lastCommit: number;
  readonly lastPush: number;
  /** Pushes in progress, whose objects are not part of the snapshot. */
  readonly openPushes: readonly number[];
  /** Absent in copies that older versions began. */
  readonly packs?: readonly PackCopy[];
}

/** Fields are those of the row. */
export interface PackCopy {
  readonly id: number;
  readonly objects: number;
  readonly tags: number;
  readonly has_gaps: number;
}

export interface PackRowPlace {
  readonly pack: number;
  readonly seq: number;
}

/** Fields are those of the row. */
export interface PackRowCopy extends PackRowPlace {
  readonly first: number | null;
  readonly data: ArrayBuffer;
}

/** Fields are those of the row. */
export interface ObjectCopy {
  readonly id: number;
  readonly oid: ArrayBuffer;
  readonly type: number;
  readonly size: number;
  readonly delta_base: ArrayBuffer | null;
  readonly delta_size: number | null;
  readonly depth: number;
  readonly stored_size: number;
  /** Null when it is stored in chunks. */
  readonly data: ArrayBuffer | null;
  readonly chunks: readonly ArrayBuffer[];
}

export interface CommitCopy {
  readonly id: number;
  readonly oid: ArrayBuffer;
  readonly tree: ArrayBuffer;
  readonly parents: string;
  readonly time: number;
}

/** In milliseconds after the last page: while a fork copies it, a repository outlives its project. */
const LEASE = 10 * 60 * 1000;

const PAGE_BYTES = 4 * 1024 * 1024;
const PAGE_ROWS = 2_000;
/** Of 64 KiB at most. */
const PAGE_PACK_ROWS = 64;

/** Starts a copy to the fork with this project id. */
export function beginCopy(repository: Repository, forkId: number): CopySnapshot {
  lease(repository, forkId);
  const { sql, refs } = repository;
  const last = (table: string) => sql.first<{ id: number | null }>(`select max(id) as id from ${table}`)?.id ?? 0;
  return {
    refs: [...refs.list(BRANCHES), ...refs.list(TAGS)],
    head: refs.head,
    lastObject: last("objects"),
    lastCommit: last("commits"),
    lastPush: sql.first<{ push: number | null }>("select max(push) as push from objects")?.push ?? 0,
    openPushes: sql.rows<{ id: number }>("select id from open_pushes").map(({ id }) => id),
    packs: sql.rows<PackCopy>(
      "select id, objects, tags, has_gaps from packs where push not in (select id from open_pushes)",
    ),
  };
}

/** The next objects with ids above `after`, by id; empty at the end. */
export function copyObjects(repository: Repository, forkId: number, of: CopySnapshot, after: number): ObjectCopy[] {
  lease(repository, forkId);
  const { sql } = repository;
  const rows = sql.rows<Pick<ObjectCopy, "id" | "stored_size">>(
    `select id, stored_size from objects where id > ? and id <= ? and push <= ?
      and push not in (select value from json_each(?)) order by id limit +?`,
    after,
    of.lastObject,
    of.lastPush,
    JSON.stringify(of.openPushes),
    PAGE_ROWS,
  );
  const page: ObjectCopy[] = [];
  let bytes = 0;
  for (const { id, stored_size } of rows) {
    if (page.length > 0 && bytes + stored_size > PAGE_BYTES) break;
    bytes += stored_size;
    const object = sql.first<Omit<ObjectCopy, "chunks">>("select * from objects where id = ?", id);
    if (object === null) throw new Error(`The object ${id} was deleted during the copy`);
    const chunks =
      object.data === null
        ? sql.rows<{ data: ArrayBuffer }>("select data from chunks where object = ? order by seq", id)
        : [];
    page.push({ ...object, chunks: chunks.map(({ data }) => data) });
  }
  return page;
}

/** The next rows of packs; empty at the end. */
export function copyPackRows(
  repository: Repository,
  forkId: number,
  { packs = [] }: CopySnapshot,
  after: PackRowPlace,
): PackRowCopy[] {
  lease(repository, forkId);
  return repository.sql.rows<PackRowCopy>(
    `select pack, seq, first, data from pack_rows
      where pack in (select value from json_each(?)) and (pack, seq) > (?, ?) order by pack, seq limit +?`,
    JSON.stringify(packs.map(({ id }) => id)),
    after.pack,
    after.seq,
    PAGE_PACK_ROWS,
  );
}

/** The next commits of the graph with ids above `after`. */
export function copyCommits(repository: Repository, forkId: number, of: CopySnapshot, after: number): CommitCopy[] {
  lease(repository, forkId);
  return repository.sql.rows<CommitCopy>(
    "select id, oid, tree, parents, time from commits where id > ? and id <= ? order by id limit +?",
    after,
    of.lastCommit,
    PAGE_ROWS,
  );
}

export function endCopy({ sql }: Repository, forkId: number): void {
  sql.run("delete from copies where fork = ?", forkId);
}

function lease({ sql }: Repository, forkId: number): void {
  sql.run(
    "insert into copies values (?, ?) on conflict (fork) do update set until = excluded.until",
    forkId,
    Date.now() + LEASE,
  );
}

/** True while a fork is copying the repository. */
export const isBeingCopied = ({ sql }: Repository): boolean =>
  sql.first("select 1 as one from copies where until > ?", Date.now()) !== null;
