// Pushes to a repository without a server, and the rows they leave.

import { type ObjectStorage, Sql } from "../../../src/durable-objects/sqlite.ts";
import { GitError } from "../../../src/git/git-error.ts";
import type { Oid } from "../../../src/git/objects/oid.ts";
import { oidFrom } from "../../../src/git/objects/oid.ts";
import { collectAbandoned } from "../../../src/git/repository/abandoned-pushes.ts";
import { IncomingPush } from "../../../src/git/repository/incoming-push.ts";
import { isAccepted } from "../../../src/git/repository/object-store.ts";
import { Repository } from "../../../src/git/repository/repository.ts";
import type { GitFolder } from "../git-folder.ts";
import { inChunks } from "../pack/memory-store.ts";

export async function acceptPack(repository: Repository, pack: Uint8Array, chunkSize = 65536): Promise<void> {
  const push = IncomingPush.begin(repository);
  await push.receive(inChunks(pack, chunkSize));
  repository.sql.transaction(() => push.accept());
}

/** The error with which the repository refuses a pack, or `accepted`. */
export async function refusal(repository: Repository, pack: Uint8Array): Promise<string> {
  try {
    await acceptPack(repository, pack);
  } catch (error) {
    if (error instanceof GitError) return `${error.problem}: ${error.message}`;
    throw error;
  }
  return "accepted";
}

/**
 * The repository as a new process opens it: nothing cached, no push in progress.
 *
 * @param leastPacked number of objects from which on a push is stored as a pack
 */
export function reopened(storage: ObjectStorage, leastPacked = 1_000): Repository {
  const repository = new Repository(new Sql(storage), () => {});
  repository.leastPacked = leastPacked;
  return repository;
}

/** Values of `leastPacked`: packs only, both forms, rows only. */
export const leastPackedValues = [1, 40, 1_000] as const;

/** All accepted objects, in the form of `reachableObjects`. */
export function acceptedObjects(storage: ObjectStorage): Map<Oid, string> {
  const { objects } = reopened(storage);
  return new Map(
    acceptedOids(storage).map((oid) => {
      const object = objects.read(oid);
      return [oid, `${object?.type} ${Buffer.from(object?.content ?? []).toString("latin1")}`];
    }),
  );
}

/** The ids of all accepted objects, sorted. */
export function acceptedOids(storage: ObjectStorage): Oid[] {
  const { sql, objects } = reopened(storage);
  const inRows = sql.rows<{ oid: ArrayBuffer }>(`select oid from objects where ${isAccepted}`);
  const packed = objects.packs.all.flatMap((pack) => [...objects.packs.records(pack)]);
  const oids = [...inRows.map(({ oid }) => new Uint8Array(oid)), ...packed.map(({ oid }) => oid)].map((oid) =>
    oidFrom(oid),
  );
  if (new Set(oids).size < oids.length) throw new Error("An object is stored twice");
  return oids.sort();
}

/** Number of rows in each table that pushes write to; `objects` includes those of packs. */
export function rowCounts({ sql }: Repository): Record<string, number> {
  const tables = ["objects", "chunks", "packs", "pack_rows", "commits", "open_pushes", "parked_deltas"];
  const counts = Object.fromEntries(
    tables.map((table) => [table, sql.first<{ rows: number }>(`select count(*) as rows from ${table}`)?.rows ?? 0]),
  );
  const packed = sql.first<{ objects: number | null }>("select sum(objects) as objects from packs")?.objects ?? 0;
  return { ...counts, objects: (counts.objects ?? 0) + packed };
}

/** Collects abandoned pushes, as the alarm does. @returns the number of steps */
export function collectAll(repository: Repository, now = Date.now()): number {
  for (let steps = 0; ; steps += 1) if (collectAbandoned(repository, now) !== 0) return steps;
}

export const revision = (folder: GitFolder, name: string): Oid => folder.git(["rev-parse", name]).toString().trim();

export const packAll = (folder: GitFolder, ...options: string[]): Buffer =>
  folder.git(["pack-objects", "--stdout", "--all", "--no-reuse-delta", "-q", ...options]);

/** @param revisions one per line, with `^` before those to exclude */
export const packOfRevisions = (folder: GitFolder, revisions: string, ...options: string[]): Buffer =>
  folder.git(["pack-objects", "--stdout", "--revs", "-q", ...options], `${revisions}\n`);
