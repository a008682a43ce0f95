// The rows of packs: pieces of their streams and of their indexes, and objects within the stream.
import type { ObjectType } from "../objects/oid.ts";
import { PIECE_BYTES, type StoredObject } from "../pack/entries.ts";
import { MOST_HEADER_BYTES, readEntryHead } from "../pack/stored-entry.ts";
import type { Sql } from "./sql.ts";

/** Bytes of each piece of a stream but the last. Small, because reading any object reads its piece. */
export const STREAM_PIECE_BYTES = 64 * 1024;

/** An object in the stream of a pack. */
export interface PackedPlace {
  /** First byte of its entry. */
  readonly offset: number;
  /** Bytes of its entry. */
  readonly length: number;
  readonly type: ObjectType;
  /** Bytes of the object. */
  readonly size: number;
  /** Length of its delta chain. */
  readonly depth: number;
}

export interface PackRowKey {
  readonly pack: number;
  readonly seq: number;
}

/** Reads a piece of a stream. */
export type ReadPiece = (seq: number) => Uint8Array;

/** A cache of rows, bounded in bytes. */
export class PackRows {
  readonly #sql: Sql;
  readonly #mostBytes: number;
  /** In the order of last use. */
  readonly #rows = new Map<string, Uint8Array>();
  #bytes = 0;

  constructor(sql: Sql, mostBytes: number) {
    this.#sql = sql;
    this.#mostBytes = mostBytes;
  }

  get(pack: number, seq: number): Uint8Array {
    const key = `${pack} ${seq}`;
    const known = this.#rows.get(key);
    if (known !== undefined) {
      this.#rows.delete(key);
      this.#rows.set(key, known);
      return known;
    }
    const row = this.#sql.first<{ data: ArrayBuffer }>(
      "select data from pack_rows where pack = ? and seq = ?",
      pack,
      seq,
    );
    if (row === null) throw new Error(`The pack ${pack} has no row ${seq}`);
    return this.#keep(key, new Uint8Array(row.data));
  }

  /** Caches a row that was just written. The bytes must not change. */
  keep(pack: number, seq: number, data: Uint8Array): void {
    this.#keep(`${pack} ${seq}`, data);
  }

  /** Reads rows that are not cached with one statement. They must fit into the cache together. */
  load(keys: readonly PackRowKey[]): void {
    const missing = keys.filter(({ pack, seq }) => !this.#rows.has(`${pack} ${seq}`));
    if (missing.length === 0) return;
    const rows = this.#sql.rows<PackRowKey & { data: ArrayBuffer }>(
      selectRows,
      JSON.stringify(missing.map(({ pack, seq }) => [pack, seq])),
    );
    for (const { pack, seq, data } of rows) this.#keep(`${pack} ${seq}`, new Uint8Array(data));
  }

  #keep(key: string, data: Uint8Array): Uint8Array {
    this.#rows.set(key, data);
    this.#bytes += data.length;
    for (const [oldest, other] of this.#rows) {
      if (this.#bytes <= this.#mostBytes || oldest === key) break;
      this.#rows.delete(oldest);
      this.#bytes -= other.length;
    }
    return data;
  }

  clear(): void {
    this.#rows.clear();
    this.#bytes = 0;
  }
}

const selectRows = `select pack, seq, data from json_each(?)
  cross join pack_rows on pack = value ->> 0 and seq = value ->> 1`;

/** The object at a place. Small ones are read at once, larger ones while iterating. */
export function storedAt(read: ReadPiece, place: PackedPlace): StoredObject {
  const { offset, length, type, size, depth } = place;
  const head = readEntryHead(bytesAt(read, offset, Math.min(length, MOST_HEADER_BYTES)));
  const [from, compressedSize] = [offset + head.length, length - head.length];
  return {
    type,
    size,
    delta: head.base === null ? null : { base: head.base, size: head.size, depth },
    compressed:
      compressedSize <= PIECE_BYTES
        ? [bytesAt(read, from, compressedSize)]
        : { [Symbol.iterator]: () => partsAt(read, from, compressedSize) },
    compressedSize,
  };
}

/** Bytes of a stream; a copy only where they are in several pieces. */
export function bytesAt(read: ReadPiece, offset: number, length: number): Uint8Array {
  const from = offset % STREAM_PIECE_BYTES;
  if (from + length <= STREAM_PIECE_BYTES)
    return read(Math.floor(offset / STREAM_PIECE_BYTES)).subarray(from, from + length);
  const joined = new Uint8Array(length);
  let filled = 0;
  for (const part of partsAt(read, offset, length)) {
    joined.set(part, filled);
    filled += part.length;
  }
  return joined;
}

export function* partsAt(read: ReadPiece, offset: number, length: number): Generator<Uint8Array> {
  const end = offset + length;
  for (let at = offset; at < end; ) {
    const from = at % STREAM_PIECE_BYTES;
    const part = read(Math.floor(at / STREAM_PIECE_BYTES)).subarray(
      from,
      Math.min(STREAM_PIECE_BYTES, from + end - at),
    );
    if (part.length === 0) throw new Error("The stream of a pack is cut off");
    yield part;
    at += part.length;
  }
}
