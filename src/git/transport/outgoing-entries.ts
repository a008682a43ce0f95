// The entries of packs to send: their places are determined at once, their bytes are read piece by piece.
import { unlimited, type Work } from "../budget.ts";
import type { Oid } from "../objects/oid.ts";
import type { StoredObject } from "../pack/entries.ts";
import { type EntryRun, MOST_HEADER_BYTES, readEntryHead } from "../pack/stored-entry.ts";
import {
  bytesAt,
  type PackedPlace,
  PackRows,
  partsAt,
  type ReadPiece,
  STREAM_PIECE_BYTES,
  storedAt,
} from "../repository/pack-rows.ts";
import type { Pack, Packs } from "../repository/packs.ts";
import type { Repository } from "../repository/repository.ts";
import type { Sql } from "../repository/sql.ts";
import type { ObjectWalk } from "./object-walk.ts";

/** The entries of packs. */
export interface OutgoingEntries {
  readonly count: number;
  entries(): Iterable<StoredObject | EntryRun>;
}

/** Makes the object of a delta whole. */
type MakeWhole = (delta: StoredObject) => StoredObject;

interface Bases {
  has(base: Oid): boolean;
  readonly makeWhole: MakeWhole;
}

/** Rows of a whole pack that are read together: 1 MiB. */
const ROWS_AT_ONCE = 16;

/** In steps, for a record of an index. */
const RECORD_COST = 100;
/** In steps, for finding an object in the indexes. */
const FOUND_COST = 1_000;

/** A walk that sends fewer than one of this many objects looks each up; a larger one reads the indexes. */
const FEW = 32;

/** All entries of all packs; their bases are in packs, too, or are sent beside them. */
export function* allEntries({ sql, objects: { packs } }: Repository): Work<OutgoingEntries> {
  const { all } = packs;
  const partial: { pack: Pack; places: Places }[] = [];
  for (const pack of all.filter(({ hasGaps }) => hasGaps)) {
    partial.push({ pack, places: yield* placesIn(packs, [pack], () => true) });
  }
  return {
    count: all.reduce((sum, { objects }) => sum + objects, 0),
    *entries() {
      for (const pack of all) if (!pack.hasGaps) yield* wholePack(sql, pack);
      for (const { pack, places } of partial) yield* entriesAt(sql, [pack], places, null);
    },
  };
}

function* wholePack(sql: Sql, { id, objects }: Pack): Generator<EntryRun> {
  let entries = objects;
  for (let seq = 0; ; seq += ROWS_AT_ONCE) {
    const rows = sql.rows<{ data: ArrayBuffer }>(
      "select data from pack_rows where pack = ? and seq between ? and ? order by seq",
      id,
      seq,
      seq + ROWS_AT_ONCE - 1,
    );
    if (rows.length === 0) return;
    for (const { data } of rows) {
      yield { entries, bytes: new Uint8Array(data) };
      entries = 0;
    }
  }
}

/** Those objects of a walk that are in packs. */
export function* walkedEntries(repository: Repository, walk: ObjectWalk, bases: Bases): Work<OutgoingEntries> {
  const { sql, objects } = repository;
  const { packs } = objects;
  const { all } = packs;
  const packed = all.reduce((sum, { objects }) => sum + objects, 0);
  const places =
    walk.count * FEW < packed
      ? yield* placesOf(packs, walk.sent())
      : yield* placesIn(packs, all, (oid) => walk.sends(oid));
  return { count: places.length, entries: () => entriesAt(sql, all, places, bases) };
}

/**
 * Sorted. A place has the number of its pack in the highest 6 bits, then its offset in 32 and its length in 26:
 * numbers take a fraction of the memory of objects, of which there may be a million.
 */
type Places = BigUint64Array;

const placeKey = (pack: number, { offset, length }: PackedPlace): bigint =>
  (BigInt(pack) << 58n) | (BigInt(offset) << 26n) | BigInt(length);

function* placesOf(packs: Packs, oids: Iterable<Uint8Array>): Work<Places> {
  const budget = unlimited();
  const numbers = new Map(packs.all.map(({ id }, number) => [id, number]));
  const keys: bigint[] = [];
  for (const oid of packs.all.length === 0 ? [] : oids) {
    const place = packs.findBytes(oid);
    if (place !== null) keys.push(placeKey(numbers.get(place.pack) ?? 0, place));
    budget.spend(FOUND_COST);
    if (budget.endsSlice()) yield;
  }
  return BigUint64Array.from(keys).sort();
}

function* placesIn(packs: Packs, some: readonly Pack[], isWanted: (oid: Uint8Array) => boolean): Work<Places> {
  const budget = unlimited();
  const keys: bigint[] = [];
  for (const [number, pack] of some.entries()) {
    for (const record of packs.records(pack)) {
      if (isWanted(record.oid)) keys.push(placeKey(number, record));
      budget.spend(RECORD_COST);
      if (budget.endsSlice()) yield;
    }
  }
  return BigUint64Array.from(keys).sort();
}

/** @param bases null if all of them are sent */
function* entriesAt(
  sql: Sql,
  packs: readonly Pack[],
  places: Places,
  bases: Bases | null,
): Generator<StoredObject | EntryRun> {
  const rows = new PackRows(sql, 2 * STREAM_PIECE_BYTES);
  for (const key of places) {
    const pack = packs[Number(key >> 58n)]?.id ?? 0;
    const [offset, length] = [Number((key >> 26n) & 0xffff_ffffn), Number(key & 0x3ff_ffffn)];
    const read: ReadPiece = (seq) => rows.get(pack, seq);
    const head = bases === null ? null : readEntryHead(bytesAt(read, offset, Math.min(length, MOST_HEADER_BYTES)));
    if (bases === null || head === null || head.base === null || bases.has(head.base)) {
      let entries = 1;
      for (const bytes of partsAt(read, offset, length)) {
        yield { entries, bytes };
        entries = 0;
      }
    } else yield bases.makeWhole(storedAt(read, { offset, length, type: "blob", size: 0, depth: 1 }));
  }
}
