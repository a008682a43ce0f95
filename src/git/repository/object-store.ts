// The accepted objects of a repository: reading them, and adding those that the API makes.
import { deflateSync } from "node:zlib";
import type { ObjectSource } from "../diff/object-source.ts";
import { hashObject } from "../objects/hash.ts";
import { emptyTreeOid, type ObjectType, type Oid, oidBytes, oidFrom } from "../objects/oid.ts";
import { parseTree, type TreeEntry } from "../objects/tree.ts";
import { type CachedObject, ContentCache } from "../pack/content-cache.ts";
import { PIECE_BYTES, type StoredObject } from "../pack/entries.ts";
import { ObjectReader } from "../pack/object-reader.ts";
import { typeNumbers, typeOfNumber } from "./object-types.ts";
import { Packs } from "./packs.ts";
import type { Sql } from "./sql.ts";

/** Size of the cache of inflated objects. */
const CACHE_BYTES = 12 * 1024 * 1024;

/** Hides objects of pushes that are in progress or abandoned. */
export const isAccepted = "push not in (select id from open_pushes)";

/** Limit of bindings per statement. */
const MOST_BINDINGS = 100;

const selectSizes = `select oid, size from objects
  where oid in (${Array.from({ length: MOST_BINDINGS }, () => "?").join(", ")}) and ${isAccepted}`;

export interface ObjectRow {
  readonly id: number;
  readonly type: number;
  readonly size: number;
  readonly delta_base: ArrayBuffer | null;
  readonly delta_size: number | null;
  readonly depth: number;
  readonly stored_size: number;
  readonly data: ArrayBuffer | null;
}

export const objectColumns = "id, type, size, delta_base, delta_size, depth, stored_size, data";

export interface FoundObject {
  readonly type: ObjectType;
  readonly size: number;
}

/** Larger objects are not read ahead. */
const MOST_AHEAD_BYTES = 16 * 1024;
/** Of one statement; and of all that are read for one call, those that deltas are made from included. */
const MOST_AHEAD_ROWS = 100;
const MOST_AHEAD_AT_ONCE = 500;
/** Bytes of what was read ahead and not asked for yet: beyond that it is dropped. */
const MOST_AHEAD_HELD = 2 * 1024 * 1024;

const selectAhead = `select ${objectColumns}, oid from objects
  where oid in (select unhex(value) from json_each(?)) and stored_size <= ${MOST_AHEAD_BYTES} and ${isAccepted}`;

/** What an object takes besides its data, roughly. */
const OVERHEAD = 512;

const heldBytes = ({ compressedSize }: StoredObject): number => compressedSize + OVERHEAD;

export class ObjectStore implements ObjectSource {
  readonly #sql: Sql;
  /** Objects that have no row. */
  readonly packs: Packs;
  /** Objects until they are asked for. */
  readonly #ahead = new Map<Oid, StoredObject>();
  #aheadBytes = 0;
  #reader: ObjectReader;
  #freeId = 1;
  /** Incremented when objects are accepted. */
  additions = 0;

  constructor(sql: Sql) {
    this.#sql = sql;
    this.packs = new Packs(sql);
    this.#reader = this.#emptyReader();
  }

  #emptyReader(): ObjectReader {
    return new ObjectReader((oid) => this.stored(oid), new ContentCache(CACHE_BYTES));
  }

  /** In stored form; null for an object that does not exist. */
  stored(oid: Oid): StoredObject | null {
    return this.#takeAhead(oid) ?? this.packs.stored(oid) ?? this.#storedRow(oid);
  }

  #storedRow(oid: Oid): StoredObject | null {
    const row = this.#sql.first<ObjectRow>(
      `select ${objectColumns} from objects where oid = ? and ${isAccepted}`,
      oidBytes(oid),
    );
    return row === null ? null : this.storedFrom(row);
  }

  /** A few statements for many objects, and then for all that their deltas are made from, instead of one for each. */
  readAhead(oids: readonly Oid[]): void {
    if (this.#aheadBytes > MOST_AHEAD_HELD) this.#dropAhead();
    let count = 0;
    for (let wanted = this.#unread(oids); wanted.length > 0 && count < MOST_AHEAD_AT_ONCE; ) {
      const read = this.packs.storedAll(wanted, MOST_AHEAD_BYTES);
      for (const [oid, object] of this.#storedRows(wanted.filter((oid) => !read.has(oid)))) read.set(oid, object);
      for (const [oid, object] of read) {
        this.#ahead.set(oid, object);
        this.#aheadBytes += heldBytes(object);
      }
      count += wanted.length;
      wanted = this.#unread([...read.values()].flatMap(({ delta }) => delta?.base ?? []));
    }
  }

  #storedRows(oids: readonly Oid[]): [Oid, StoredObject][] {
    if (oids.length === 0) return [];
    const rows = this.#sql.rows<ObjectRow & { oid: ArrayBuffer }>(selectAhead, JSON.stringify(oids));
    return rows.map((row) => [oidFrom(new Uint8Array(row.oid)), this.storedFrom(row)]);
  }

  #unread(oids: readonly Oid[]): Oid[] {
    const unread = new Set(oids.filter((oid) => !this.#ahead.has(oid) && !this.#reader.has(oid)));
    return [...unread].slice(0, MOST_AHEAD_ROWS);
  }

  #takeAhead(oid: Oid): StoredObject | null {
    const object = this.#ahead.get(oid);
    if (object === undefined) return null;
    this.#ahead.delete(oid);
    this.#aheadBytes -= heldBytes(object);
    return object;
  }

  #dropAhead(): void {
    this.#ahead.clear();
    this.#aheadBytes = 0;
  }

  storedFrom(row: ObjectRow): StoredObject {
    const { id, data, delta_base, delta_size, depth } = row;
    const base = delta_base === null ? null : oidFrom(new Uint8Array(delta_base));
    return {
      type: typeOfNumber(row.type),
      size: row.size,
      delta: base === null ? null : { base, size: delta_size ?? 0, depth },
      compressed: data === null ? this.#chunks(id) : [new Uint8Array(data)],
      compressedSize: row.stored_size,
    };
  }

  *#chunks(id: number): Generator<Uint8Array> {
    for (let seq = 0; ; seq += 1) {
      const row = this.#sql.first<{ data: ArrayBuffer }>(
        "select data from chunks where object = ? and seq = ?",
        id,
        seq,
      );
      if (row === null) return;
      yield new Uint8Array(row.data);
    }
  }

  /** Looks an object up without reading its content; null for an object that does not exist. */
  find(oid: Oid): FoundObject | null {
    const known = this.#ahead.get(oid) ?? this.packs.find(oid);
    if (known !== null) return known;
    const row = this.#sql.first<{ type: number; size: number }>(
      `select type, size from objects where oid = ? and ${isAccepted}`,
      oidBytes(oid),
    );
    return row === null ? null : { type: typeOfNumber(row.type), size: row.size };
  }

  /** True if nothing was ever accepted. */
  get isEmpty(): boolean {
    return (
      this.packs.all.length === 0 &&
      this.#sql.first(`select 1 as one from objects where ${isAccepted} limit 1`) === null
    );
  }

  /** Content of an object, which must not be changed; null for an object that does not exist. */
  read(oid: Oid): CachedObject | null {
    return this.#reader.read(oid) ?? (oid === emptyTreeOid ? emptyTree : null);
  }

  /** Content of an object that was not read by its id. */
  contentOf(object: StoredObject): { type: ObjectType; content: Uint8Array } {
    return this.#reader.contentOf(object);
  }

  tree(oid: Oid): readonly TreeEntry[] {
    return parseTree(this.#content(oid, "tree"));
  }

  blob(oid: Oid): Uint8Array {
    return this.#content(oid, "blob");
  }

  blobSize(oid: Oid): number {
    const size = this.#reader.sizeOf(oid) ?? this.find(oid)?.size;
    if (size === undefined) throw new Error(`There is no blob ${oid}`);
    return size;
  }

  /** Sizes of many blobs; those that do not exist are left out. */
  blobSizes(oids: readonly Oid[]): Map<Oid, number> {
    const sizes = new Map<Oid, number>();
    const inRows: Oid[] = [];
    for (const oid of oids) {
      const packed = this.packs.find(oid);
      if (packed === null) inRows.push(oid);
      else sizes.set(oid, packed.size);
    }
    for (let at = 0; at < inRows.length; at += MOST_BINDINGS) {
      const binds = Array.from({ length: MOST_BINDINGS }, (_, index) => inRows[at + index]);
      const rows = this.#sql.rows<{ oid: ArrayBuffer; size: number }>(
        selectSizes,
        ...binds.map((oid) => (oid === undefined ? null : oidBytes(oid))),
      );
      for (const { oid, size } of rows) sizes.set(oidFrom(new Uint8Array(oid)), size);
    }
    return sizes;
  }

  #content(oid: Oid, type: ObjectType): Uint8Array {
    const object = this.read(oid);
    if (object?.type !== type) throw new Error(`${oid} is not a ${type}`);
    return object.content;
  }

  /** Adds a whole object. Belongs in the transaction with the refs that reach it. */
  add(type: ObjectType, content: Uint8Array): Oid {
    const oid = hashObject(type, content);
    this.addHashed(oid, type, content, deflateSync(content));
    return oid;
  }

  /** The same with a known id and compressed content. */
  addHashed(oid: Oid, type: ObjectType, content: Uint8Array, compressed: Uint8Array): void {
    if (this.find(oid) !== null) return;
    const isLarge = compressed.length > PIECE_BYTES;
    const id = this.firstFreeId();
    this.takeFreeId();
    this.#sql.run(
      "insert into objects (id, oid, type, size, push, depth, stored_size, data) values (?, ?, ?, ?, 0, 0, ?, ?)",
      id,
      oidBytes(oid),
      typeNumbers[type],
      content.length,
      compressed.length,
      isLarge ? null : compressed,
    );
    if (isLarge) this.addChunks(id, inPieces(compressed));
    this.additions += 1;
  }

  addChunks(id: number, pieces: Iterable<Uint8Array>): void {
    let seq = 0;
    for (const piece of pieces) this.#sql.run("insert into chunks values (?, ?, ?)", id, seq++, piece);
  }

  /** Above all existing ids and all ids used since the repository was opened. */
  firstFreeId(): number {
    const highest = this.#sql.first<{ id: number | null }>("select max(id) as id from objects")?.id ?? 0;
    this.#freeId = Math.max(this.#freeId, highest + 1);
    return this.#freeId;
  }

  /** The same without a query, valid after a call of {@link firstFreeId}. */
  get freeId(): number {
    return this.#freeId;
  }

  /** The id is never used again, even if its row is deleted: an open push owns all its rows from an id on. */
  takeFreeId(): void {
    this.#freeId += 1;
  }

  /** Clears the cache, which may contain objects of a transaction that was rolled back. */
  forget(): void {
    this.#dropAhead();
    this.packs.forget();
    this.#reader = this.#emptyReader();
  }
}

function* inPieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

const emptyTree: CachedObject = { type: "tree", content: new Uint8Array(0), depth: 0 };
