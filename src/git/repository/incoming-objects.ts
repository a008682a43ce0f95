// The rows of a push that is being received: visible only to this push until they are accepted.

import { finish, type Work } from "../budget.ts";
import { GitError } from "../git-error.ts";
import { type Oid, oidBytes, oidFrom } from "../objects/oid.ts";
import { PIECE_BYTES, type StoredObject } from "../pack/entries.ts";
import type { PackedObject, ParkedDelta } from "../pack/pack-store.ts";
import { IncomingPack } from "./incoming-pack.ts";
import { isAccepted, type ObjectRow, objectColumns } from "./object-store.ts";
import { typeNumbers, typeOfNumber } from "./object-types.ts";
import { type FoundObject, OIDS_AT_ONCE } from "./pack-references.ts";
import type { Repository } from "./repository.ts";
import type { SqlInput } from "./sql.ts";

const columns = "(id, oid, type, size, push, delta_base, delta_size, depth, stored_size, data)";

/** Because a look-up tries each pack. */
const MOST_PACKS = 16;

/** Objects of a pack: its index and the ids of its objects take 180 bytes for each while it is received. */
const MOST_PACKED = 200_000;

/** Rows per statement, because a statement costs more than a row; limited by the number of bindings. */
const ROWS_AT_ONCE = 10;
/** Bytes of the buffered rows' data. */
const MOST_WAITING_BYTES = PIECE_BYTES;

const insertRows = (rows: number) =>
  `insert into objects ${columns} values ${Array.from({ length: rows }, () => "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)").join(", ")}`;
const insertOne = insertRows(1);
const insertMany = insertRows(ROWS_AT_ONCE);

const insertUnlessAccepted = `insert into objects ${columns} select ?, ?, ?, ?, ?, ?, ?, ?, ?, ?
  where not exists (select 1 from objects where oid = ? and ${isAccepted}) returning id`;

/** Accepted objects come first, because no delta among them depends on an object of this push. */
const selectObject = `select ${objectColumns} from objects where oid = ? and (push = ? or ${isAccepted})
  order by push = ? limit 1`;

const selectAccepted = `select oid, type from objects
  where oid in (${Array.from({ length: OIDS_AT_ONCE }, () => "?").join(", ")}) and ${isAccepted}`;

/** Objects of this push that another push or the API added in the meantime. */
const acceptedElsewhere = `select id from objects mine where id >= ? and push = ? and exists (
  select 1 from objects other where other.oid = mine.oid and other.push <> mine.push
    and other.push not in (select id from open_pushes))`;

/** An object of one piece whose row is not inserted yet. */
interface WaitingObject {
  readonly oid: Oid;
  readonly stored: StoredObject;
  readonly row: readonly SqlInput[];
}

export class IncomingObjects {
  readonly #repository: Repository;
  #waiting: WaitingObject[] = [];
  #waitingBytes = 0;
  readonly #push: number;
  readonly #firstId: number;
  readonly #additionsBefore: number;
  /** True if the repository was empty: then no lookups are needed. Later additions are handled by {@link accept}. */
  readonly #isFirst: boolean;
  /** Null if the objects become rows. */
  #pack: IncomingPack | null = null;

  private constructor(repository: Repository, push: number, firstId: number) {
    this.#repository = repository;
    this.#push = push;
    this.#firstId = firstId;
    this.#additionsBefore = repository.objects.additions;
    this.#isFirst = repository.objects.isEmpty;
  }

  static begin(repository: Repository): IncomingObjects {
    const { sql, objects, livePushes } = repository;
    const firstId = objects.firstFreeId();
    repository.wake();
    const row = sql.first<{ id: number }>("insert into open_pushes (first_object) values (?) returning id", firstId);
    if (row === null) throw new Error("The push was not opened");
    livePushes.set(row.id, Date.now());
    return new IncomingObjects(repository, row.id, firstId);
  }

  /** Call it before the first object. @param count number of objects of the push */
  begin(count: number): void {
    const { sql, leastPacked } = this.#repository;
    if (count < leastPacked || count > MOST_PACKED) return;
    const packs = sql.first<{ packs: number }>("select count(*) as packs from packs")?.packs ?? 0;
    if (packs < MOST_PACKS) this.#pack = new IncomingPack(sql, this.#push, count);
  }

  /** Finds accepted objects and those of this push; null for others. */
  stored(oid: Oid): StoredObject | null {
    if (this.#pack !== null) return this.#pack.stored(oid) ?? this.#repository.objects.stored(oid);
    const waiting = this.#waiting.find((object) => object.oid === oid);
    if (waiting !== undefined) return waiting.stored;
    const { sql, objects } = this.#repository;
    const packed = objects.packs.stored(oid);
    if (packed !== null) return packed;
    const row = sql.first<ObjectRow>(selectObject, oidBytes(oid), this.#push, this.#push);
    return row === null ? null : objects.storedFrom(row);
  }

  /**
   * Call it only once per object.
   *
   * @returns true if the object is new
   */
  insert(object: PackedObject): boolean {
    const { oid, type, size, delta, compressed, compressedSize } = object;
    const { sql, objects } = this.#repository;
    if (this.#pack !== null) {
      if (!this.#isFirst && objects.find(oidFrom(oid)) !== null) return false;
      this.#pack.add(oid, object);
      return true;
    }
    if (!this.#isFirst && objects.packs.findBytes(oid) !== null) return false;
    const id = objects.freeId;
    const isLarge = compressedSize > PIECE_BYTES;
    // A copy, because the row may wait for others.
    const data = isLarge ? null : onePiece(compressed).slice();
    const base = delta === null ? [null, null, 0] : [delta.base, delta.size, delta.depth];
    const row = [id, oid, typeNumbers[type], size, this.#push, ...base, compressedSize, data];
    if (!this.#isFirst) {
      if (sql.first(insertUnlessAccepted, ...row, oid) === null) return false;
    } else if (data === null) sql.run(insertOne, ...row);
    else this.#wait({ oid: oidFrom(oid), stored: storedFrom(object, data), row });
    objects.takeFreeId();
    if (isLarge) objects.addChunks(id, compressed);
    return true;
  }

  #wait(object: WaitingObject): void {
    if (this.#waitingBytes + object.stored.compressedSize > MOST_WAITING_BYTES) this.#flush();
    this.#waiting.push(object);
    this.#waitingBytes += object.stored.compressedSize;
    if (this.#waiting.length === ROWS_AT_ONCE) this.#flush();
  }

  /** Call it after the last object. */
  *end(): Work<void> {
    if (this.#pack !== null) yield* this.#pack.finish();
    this.#flush();
  }

  #flush(): void {
    const { sql } = this.#repository;
    if (this.#waiting.length === ROWS_AT_ONCE) sql.run(insertMany, ...this.#waiting.flatMap(({ row }) => row));
    else for (const { row } of this.#waiting) sql.run(insertOne, ...row);
    this.#waiting = [];
    this.#waitingBytes = 0;
  }

  /** @param oids at most {@link OIDS_AT_ONCE} */
  findAccepted(oids: readonly Uint8Array[]): FoundObject[] {
    const { sql, objects } = this.#repository;
    const found: FoundObject[] = [];
    const others: Uint8Array[] = [];
    for (const oid of oids) {
      const packed = objects.packs.findBytes(oid);
      if (packed === null) others.push(oid);
      else found.push({ oid, type: packed.type });
    }
    if (others.length === 0) return found;
    const binds = Array.from({ length: OIDS_AT_ONCE }, (_, at) => others[at] ?? null);
    const rows = sql.rows<{ oid: ArrayBuffer; type: number }>(selectAccepted, ...binds);
    for (const { oid, type } of rows) found.push({ oid: new Uint8Array(oid), type: typeOfNumber(type) });
    return found;
  }

  park(offset: number, { size, compressed }: ParkedDelta): void {
    let seq = 0;
    for (const piece of compressed) {
      this.#repository.sql.run(
        "insert into parked_deltas values (?, ?, ?, ?, ?)",
        this.#push,
        offset,
        seq++,
        size,
        piece,
      );
    }
  }

  unpark(offset: number): ParkedDelta {
    const { sql } = this.#repository;
    const row = sql.first<{ size: number; bytes: number }>(
      "select size, sum(length(data)) as bytes from parked_deltas where push = ? and offset = ?",
      this.#push,
      offset,
    );
    if (row === null || row.bytes === null) throw new Error(`There is no parked delta at ${offset}`);
    // Iterated twice: for inflating and for storing.
    const compressed = { [Symbol.iterator]: () => this.#parked(offset) };
    return { size: row.size, compressed, compressedSize: row.bytes };
  }

  *#parked(offset: number): Generator<Uint8Array> {
    for (let seq = 0; ; seq += 1) {
      const row = this.#repository.sql.first<{ data: ArrayBuffer }>(
        "select data from parked_deltas where push = ? and offset = ? and seq = ?",
        this.#push,
        offset,
        seq,
      );
      if (row === null) return;
      yield new Uint8Array(row.data);
    }
  }

  /** Belongs in a transaction. If that is rolled back, the push is abandoned. */
  accept(): void {
    const { sql, objects, livePushes } = this.#repository;
    if (!livePushes.delete(this.#push)) throw new Error("An abandoned push cannot be accepted");
    if (objects.additions !== this.#additionsBefore) this.#dropAccepted();
    sql.run("delete from open_pushes where id = ?", this.#push);
    sql.run("delete from parked_deltas where push = ?", this.#push);
    objects.additions += 1;
    if (this.#pack !== null) objects.packs.forget();
  }

  /** Drops what another push or the API added in the meantime. */
  #dropAccepted(): void {
    const { sql } = this.#repository;
    if (this.#pack !== null) {
      const accepted = this.#acceptedOf(this.#pack.oids());
      if (accepted.length > 0) finish(this.#pack.leaveOut(accepted));
      return;
    }
    const own = [this.#firstId, this.#push];
    sql.run(`delete from chunks where object in (${acceptedElsewhere})`, ...own);
    sql.run(`delete from objects where id in (${acceptedElsewhere})`, ...own);
    const left = sql.rows<{ oid: ArrayBuffer }>("select oid from objects where id >= ? and push = ?", ...own);
    for (const oid of this.#acceptedOf(left.map(({ oid }) => new Uint8Array(oid)))) {
      sql.run(
        "delete from chunks where object in (select id from objects where oid = ? and push = ?)",
        oid,
        this.#push,
      );
      sql.run("delete from objects where oid = ? and push = ?", oid, this.#push);
    }
  }

  /** Those that are accepted. */
  #acceptedOf(oids: Iterable<Uint8Array>): Uint8Array[] {
    const accepted: Uint8Array[] = [];
    let batch: Uint8Array[] = [];
    const take = () => {
      accepted.push(...this.findAccepted(batch).map(({ oid }) => oid));
      batch = [];
    };
    for (const oid of oids) if (batch.push(oid) === OIDS_AT_ONCE) take();
    take();
    return accepted;
  }

  /** @throws GitError when the push was abandoned for lack of input */
  stayAlive(): void {
    const { livePushes } = this.#repository;
    if (!livePushes.has(this.#push))
      throw new GitError("protocol", "This push was given up, as nothing came any more.");
    livePushes.set(this.#push, Date.now());
  }

  /** Leaves objects that are not accepted to the garbage collection (abandoned-pushes.ts). */
  abandon(): void {
    this.#repository.livePushes.delete(this.#push);
  }
}

function onePiece(pieces: Iterable<Uint8Array>): Uint8Array {
  const [first, ...others] = pieces;
  if (first === undefined || others.length > 0) throw new Error("Expected exactly one piece");
  return first;
}

function storedFrom({ type, size, delta, compressedSize }: PackedObject, data: Uint8Array): StoredObject {
  const stored = delta === null ? null : { ...delta, base: oidFrom(delta.base) };
  return { type, size, delta: stored, compressed: [data], compressedSize };
}
