// The index of a pack: a record of fixed length for each object, sorted by the first four bytes of its id.
import { OID_BYTES } from "../objects/oid.ts";
import { typeNumbers, typeOfNumber } from "./object-types.ts";
import type { PackedPlace } from "./pack-rows.ts";

const RECORD_BYTES = OID_BYTES + 14;
const [OFFSET, LENGTH, SIZE, TYPE, DEPTH] = [20, 24, 28, 32, 33];

/** Records in a row: a look-up reads a row. More if ids begin alike. */
const RECORDS_AT_ONCE = 256;

/** Number of objects that {@link PackRecords} can sort. */
export const MOST_RECORDS = 2 ** 20;

export interface IndexPiece {
  /** The first four bytes of its first id. */
  readonly first: number;
  readonly data: Uint8Array;
}

/** The first four bytes of an id. */
export const prefixOf = (bytes: Uint8Array, at = 0): number =>
  (((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)) >>> 0;

/** The records of a pack that is being received, in the order of arrival. */
export class PackRecords {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #length = 0;

  /** @param most number of records, at most {@link MOST_RECORDS} */
  constructor(most: number) {
    this.#bytes = new Uint8Array(most * RECORD_BYTES);
    this.#view = new DataView(this.#bytes.buffer);
  }

  get length(): number {
    return this.#length;
  }

  add(oid: Uint8Array, place: PackedPlace): void {
    const start = this.#length * RECORD_BYTES;
    this.#bytes.set(oid, start);
    this.#view.setUint32(start + OFFSET, place.offset);
    this.#view.setUint32(start + LENGTH, place.length);
    this.#view.setUint32(start + SIZE, place.size);
    this.#bytes[start + TYPE] = typeNumbers[place.type];
    this.#bytes[start + DEPTH] = place.depth;
    this.#length += 1;
  }

  place(record: number): PackedPlace {
    return placeIn(this.#bytes, record * RECORD_BYTES);
  }

  oid(record: number): Uint8Array {
    return this.#bytes.subarray(record * RECORD_BYTES, record * RECORD_BYTES + OID_BYTES);
  }

  /** Sorted. @param isLeftOut by number of the record */
  *pieces(isLeftOut: (record: number) => boolean): Generator<IndexPiece> {
    const sorted = this.#sorted();
    let records: number[] = [];
    let [first, last] = [0, -1];
    for (const key of sorted) {
      const record = key % MOST_RECORDS;
      if (isLeftOut(record)) continue;
      const prefix = (key - record) / MOST_RECORDS;
      if (records.length >= RECORDS_AT_ONCE && prefix !== last) {
        yield { first, data: this.#copies(records) };
        records = [];
      }
      if (records.length === 0) first = prefix;
      last = prefix;
      records.push(record);
    }
    if (records.length > 0) yield { first, data: this.#copies(records) };
  }

  #copies(records: readonly number[]): Uint8Array {
    const copies = new Uint8Array(records.length * RECORD_BYTES);
    let to = 0;
    for (const record of records) {
      const start = record * RECORD_BYTES;
      for (let at = start; at < start + RECORD_BYTES; at++) copies[to++] = this.#bytes[at] ?? 0;
    }
    return copies;
  }

  /** Prefix and number of each record in one number, because typed arrays of numbers are sorted fast. */
  #sorted(): Float64Array {
    const keys = new Float64Array(this.#length);
    for (let record = 0; record < this.#length; record++) {
      keys[record] = prefixOf(this.#bytes, record * RECORD_BYTES) * MOST_RECORDS + record;
    }
    return keys.sort();
  }
}

function placeIn(bytes: Uint8Array, start: number): PackedPlace {
  return {
    offset: prefixOf(bytes, start + OFFSET),
    length: prefixOf(bytes, start + LENGTH),
    size: prefixOf(bytes, start + SIZE),
    type: typeOfNumber(bytes[start + TYPE] ?? 0),
    depth: bytes[start + DEPTH] ?? 0,
  };
}

/** Finds an object in a piece of an index. */
export function findRecord(data: Uint8Array, oid: Uint8Array): PackedPlace | null {
  const prefix = prefixOf(oid);
  let [low, high] = [0, data.length / RECORD_BYTES];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (prefixOf(data, middle * RECORD_BYTES) < prefix) low = middle + 1;
    else high = middle;
  }
  for (let start = low * RECORD_BYTES; start < data.length; start += RECORD_BYTES) {
    if (prefixOf(data, start) !== prefix) return null;
    if (oid.every((byte, at) => byte === data[start + at])) return placeIn(data, start);
  }
  return null;
}

export interface IndexRecord extends PackedPlace {
  readonly oid: Uint8Array;
}

export function* recordsIn(data: Uint8Array): Generator<IndexRecord> {
  for (let start = 0; start < data.length; start += RECORD_BYTES) {
    yield { oid: data.subarray(start, start + OID_BYTES), ...placeIn(data, start) };
  }
}
