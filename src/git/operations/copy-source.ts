// What a repository gives to a fork of it: once what there is to copy, then its objects and commits page by page.

import { BRANCHES, type Ref, TAGS } from "../repository/ref-store.ts";
import type { Repository } from "../repository/repository.ts";

/** A repository at one instant. Objects never change, so that copying them may take its time. */
export interface CopySnapshot {
  /** Branches and tags. */
  readonly refs: readonly Ref[];
  readonly head: string | null;
  readonly lastObject: number;
  readonly lastCommit: number;
  readonly lastPush: number;
  /** Pushes that were being received: what they bring is not part of it. */
  readonly openPushes: readonly number[];
}

/** Rows as they are stored. */
export interface ObjectCopy {
  readonly id: number;
  readonly oid: ArrayBuffer;
  readonly type: number;
  readonly size: number;
  readonly delta_base: ArrayBuffer | null;
  readonly delta_size: number | null;
  readonly depth: number;
  readonly stored_size: number;
  /** Null when it lies in chunks. */
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

/** While a fork copies, the repository outlives its project; for so many milliseconds at most after the last page. */
const LEASE = 10 * 60 * 1000;

const PAGE_BYTES = 4 * 1024 * 1024;
const PAGE_ROWS = 2_000;

/** Begins a copy by the fork with this project id. */
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
  };
}

/** The next objects behind the id `after`, in the order of their ids; none at the end. */
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
    if (object === null) throw new Error(`The object ${id} went while it was copied`);
    const chunks =
      object.data === null
        ? sql.rows<{ data: ArrayBuffer }>("select data from chunks where object = ? order by seq", id)
        : [];
    page.push({ ...object, chunks: chunks.map(({ data }) => data) });
  }
  return page;
}

/** The next commits of the graph behind the id `after`. */
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

/** Whether a fork is copying at this moment. */
export const isBeingCopied = ({ sql }: Repository): boolean =>
  sql.first("select 1 as one from copies where until > ?", Date.now()) !== null;
