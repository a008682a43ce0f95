// The accepted packs: finding and reading their objects.
import { type Oid, oidBytes } from "../objects/oid.ts";
import type { StoredObject } from "../pack/entries.ts";
import { findRecord, type IndexRecord, prefixOf, recordsIn } from "./pack-index.ts";
import { type PackedPlace, type PackRowKey, PackRows, STREAM_PIECE_BYTES, storedAt } from "./pack-rows.ts";
import type { Sql } from "./sql.ts";

const CACHE_BYTES = 4 * 1024 * 1024;

/** Rows of indexes that one call reads ahead: they fit into half of the cache. */
const MOST_INDEX_ROWS = 200;

export interface Pack {
  readonly id: number;
  readonly objects: number;
  readonly hasGaps: boolean;
  /** By piece of the index, the first four bytes of its first id. */
  readonly firsts: readonly number[];
}

export interface FoundPlace extends PackedPlace {
  readonly pack: number;
}

const selectPacks =
  "select id, objects, has_gaps from packs where push not in (select id from open_pushes) order by id";

/** A part of an entry for each item: the number of the entry, then pack, piece, and the part's place in the piece. */
const selectParts = `select value ->> 0 as entry, substr(data, (value ->> 3) + 1, value ->> 4) as part
  from json_each(?) cross join pack_rows on pack = value ->> 1 and seq = value ->> 2 order by key`;

export class Packs {
  readonly #sql: Sql;
  readonly #rows: PackRows;
  #packs: readonly Pack[] | null = null;

  constructor(sql: Sql) {
    this.#sql = sql;
    this.#rows = new PackRows(sql, CACHE_BYTES);
  }

  get all(): readonly Pack[] {
    this.#packs ??= this.#sql
      .rows<{ id: number; objects: number; has_gaps: number }>(selectPacks)
      .map(({ id, objects, has_gaps }) => ({ id, objects, hasGaps: has_gaps === 1, firsts: this.#firsts(id) }));
    return this.#packs;
  }

  #firsts(pack: number): number[] {
    const rows = this.#sql.rows<{ first: number }>(
      "select first from pack_rows where pack = ? and seq < 0 order by seq desc",
      pack,
    );
    return rows.map(({ first }) => first);
  }

  /** Call it when packs were accepted, or when a transaction that accepted one was rolled back. */
  forget(): void {
    this.#packs = null;
    this.#rows.clear();
  }

  find(oid: Oid): FoundPlace | null {
    return this.all.length === 0 ? null : this.findBytes(oidBytes(oid));
  }

  findBytes(oid: Uint8Array): FoundPlace | null {
    for (const pack of this.all) {
      const seq = indexSeq(pack, oid);
      const place = seq === null ? null : findRecord(this.#rows.get(pack.id, seq), oid);
      if (place !== null) return { ...place, pack: pack.id };
    }
    return null;
  }

  stored(oid: Oid): StoredObject | null {
    const place = this.find(oid);
    return place === null ? null : this.storedAt(place);
  }

  storedAt(place: FoundPlace): StoredObject {
    return storedAt((seq) => this.#rows.get(place.pack, seq), place);
  }

  /** Those of the objects that are in packs, with two statements. @param mostBytes larger entries are left out */
  storedAll(oids: readonly Oid[], mostBytes: number): Map<Oid, StoredObject> {
    const found = new Map<Oid, StoredObject>();
    if (this.all.length === 0) return found;
    this.#loadIndexes(oids);
    const places = oids.flatMap((oid) => {
      const place = this.find(oid);
      return place === null || place.length > mostBytes ? [] : [{ oid, place }];
    });
    const parts = places.flatMap(({ place }, entry) => [...partsOf(entry, place)]);
    const rows = this.#sql.rows<{ entry: number; part: ArrayBuffer }>(selectParts, JSON.stringify(parts));
    const entries: Uint8Array[] = [];
    for (const { entry, part } of rows) entries[entry] = joined(entries[entry], new Uint8Array(part));
    for (const [entry, { oid, place }] of places.entries()) {
      const bytes = entries[entry] ?? new Uint8Array(0);
      found.set(
        oid,
        storedAt(() => bytes, { ...place, offset: 0 }),
      );
    }
    return found;
  }

  #loadIndexes(oids: readonly Oid[]): void {
    const keys = new Map<string, PackRowKey>();
    for (const oid of oids) {
      for (const pack of this.all) {
        const seq = indexSeq(pack, oidBytes(oid));
        if (seq !== null && keys.size < MOST_INDEX_ROWS) keys.set(`${pack.id} ${seq}`, { pack: pack.id, seq });
      }
    }
    this.#rows.load([...keys.values()]);
  }

  /** All objects of a pack, sorted by id. */
  *records(pack: Pack): Generator<IndexRecord> {
    for (const [index] of pack.firsts.entries()) yield* recordsIn(this.#rows.get(pack.id, -1 - index));
  }
}

/** The piece of the index that the id is in if the pack has it. */
function indexSeq({ firsts }: Pack, oid: Uint8Array): number | null {
  const prefix = prefixOf(oid);
  let [low, high] = [0, firsts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((firsts[middle] ?? 0) <= prefix) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? null : -low;
}

function* partsOf(entry: number, { pack, offset, length }: FoundPlace): Generator<number[]> {
  for (let at = offset; at < offset + length; ) {
    const from = at % STREAM_PIECE_BYTES;
    const bytes = Math.min(STREAM_PIECE_BYTES - from, offset + length - at);
    yield [entry, pack, Math.floor(at / STREAM_PIECE_BYTES), from, bytes];
    at += bytes;
  }
}

function joined(first: Uint8Array | undefined, second: Uint8Array): Uint8Array {
  if (first === undefined) return second;
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
