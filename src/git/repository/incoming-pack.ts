// The objects of a large push: they are written as one pack, because a row for each would cost more than all else.
import { unlimited, type Work } from "../budget.ts";
import { GitError } from "../git-error.ts";
import { type Oid, oidBytes } from "../objects/oid.ts";
import type { StoredObject } from "../pack/entries.ts";
import type { PackedObject } from "../pack/pack-resolver.ts";
import { entryHeader } from "../pack/stored-entry.ts";
import { OidTable } from "./oid-table.ts";
import { PackRecords } from "./pack-index.ts";
import { PackRows, type ReadPiece, STREAM_PIECE_BYTES, storedAt } from "./pack-rows.ts";
import type { Sql } from "./sql.ts";

/** Offsets are stored in four bytes. */
const MOST_STREAM_BYTES = 2 ** 32 - 1;

/** Lengths of entries are packed into 26 bits when they are sent. An object has 20 MB at most. */
const MOST_ENTRY_BYTES = 2 ** 26 - 1;

/** For bases that are read again: compressed, they take less than in the cache of contents. */
const CACHE_BYTES = 8 * 1024 * 1024;

/** In steps, for writing a piece of the index. */
const PIECE_COST = 20_000;

export class IncomingPack {
  readonly #sql: Sql;
  readonly #id: number;
  readonly #rows: PackRows;
  readonly #records: PackRecords;
  readonly #numbersById: OidTable;
  /** Number of records that it has: the rest is added when it is needed. */
  #numbered = 0;
  #piece = new Uint8Array(STREAM_PIECE_BYTES);
  #seq = 0;
  #filled = 0;
  readonly #read: ReadPiece = (seq) => (seq === this.#seq ? this.#piece : this.#rows.get(this.#id, seq));

  /** @param objects number of objects that the pack can take */
  constructor(sql: Sql, push: number, objects: number) {
    const row = sql.first<{ id: number }>(
      "insert into packs (push, objects, tags, has_gaps) values (?, 0, 0, 0) returning id",
      push,
    );
    if (row === null) throw new Error("The pack was not opened");
    this.#sql = sql;
    this.#id = row.id;
    this.#rows = new PackRows(sql, CACHE_BYTES);
    this.#records = new PackRecords(objects);
    this.#numbersById = new OidTable(objects);
  }

  stored(oid: Oid): StoredObject | null {
    const number = this.#numbers().get(oidBytes(oid));
    return number === 0 ? null : storedAt(this.#read, this.#records.place(number - 1));
  }

  /** By id, the number of its record plus 1. */
  #numbers(): OidTable {
    while (this.#numbered < this.#records.length) {
      const oid = this.#records.oid(this.#numbered);
      this.#numbered += 1;
      this.#numbersById.add(oid, 0, this.#numbered);
    }
    return this.#numbersById;
  }

  /** @throws GitError when the pack becomes too large */
  add(oid: Uint8Array, object: PackedObject): void {
    const { type, size, delta } = object;
    const offset = this.#seq * STREAM_PIECE_BYTES + this.#filled;
    const header = entryHeader(type, delta?.size ?? size, delta?.base ?? null);
    const length = header.length + object.compressedSize;
    if (length > MOST_ENTRY_BYTES) throw new Error(`An entry takes ${length} bytes`);
    if (offset + length > MOST_STREAM_BYTES) throw new GitError("limit", "This push takes more than 4 GB.");
    this.#put(header);
    for (const piece of object.compressed) this.#put(piece);
    this.#records.add(oid, { offset, length, type, size, depth: delta?.depth ?? 0 });
  }

  #put(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const part =
        at === 0 && bytes.length <= STREAM_PIECE_BYTES - this.#filled
          ? bytes
          : bytes.subarray(at, at + STREAM_PIECE_BYTES - this.#filled);
      this.#piece.set(part, this.#filled);
      this.#filled += part.length;
      at += part.length;
      if (this.#filled === STREAM_PIECE_BYTES) this.#flush();
    }
  }

  #flush(): void {
    const piece = this.#piece.subarray(0, this.#filled);
    this.#insert(this.#seq, null, piece);
    this.#rows.keep(this.#id, this.#seq, piece);
    // Objects that were read may still refer to the old piece.
    this.#piece = new Uint8Array(STREAM_PIECE_BYTES);
    this.#filled = 0;
    this.#seq += 1;
  }

  #insert(seq: number, first: number | null, data: Uint8Array): void {
    this.#sql.run("insert into pack_rows values (?, ?, ?, ?)", this.#id, seq, first, data);
  }

  /** Writes the rest and the index. Call it after the last object. */
  *finish(): Work<void> {
    if (this.#filled > 0) this.#flush();
    if (this.#records.length > 0) yield* this.#writeIndex(new Set());
    else this.#sql.run("delete from packs where id = ?", this.#id);
  }

  *#writeIndex(leftOut: ReadonlySet<number>): Work<void> {
    const budget = unlimited();
    let seq = 0;
    for (const { first, data } of this.#records.pieces((record) => leftOut.has(record))) {
      seq -= 1;
      this.#insert(seq, first, data);
      budget.spend(PIECE_COST);
      if (budget.endsSlice()) yield;
    }
    let tags = 0;
    for (let record = 0; record < this.#records.length; record++) {
      if (this.#records.place(record).type === "tag" && !leftOut.has(record)) tags += 1;
    }
    this.#sql.run(
      "update packs set objects = ?, tags = ?, has_gaps = ? where id = ?",
      this.#records.length - leftOut.size,
      tags,
      leftOut.size > 0 ? 1 : 0,
      this.#id,
    );
  }

  /** All ids, in the order of arrival. */
  *oids(): Generator<Uint8Array> {
    for (let record = 0; record < this.#records.length; record++) yield this.#records.oid(record);
  }

  /** Writes the index again, without these objects. */
  *leaveOut(oids: readonly Uint8Array[]): Work<void> {
    const leftOut = new Set(oids.map((oid) => this.#numbers().get(oid) - 1));
    this.#sql.run("delete from pack_rows where pack = ? and seq < 0", this.#id);
    yield* this.#writeIndex(leftOut);
  }
}
