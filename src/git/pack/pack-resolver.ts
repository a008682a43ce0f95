// Turns the entries of a pack into objects: applies its deltas and passes each object to the store.
import { unlimited, type Work } from "../budget.ts";
import { GitError } from "../git-error.ts";
import { hashObject } from "../objects/hash.ts";
import { OID_BYTES, type Oid, oidBytes, oidFrom } from "../objects/oid.ts";
import { startSlices } from "../slices.ts";
import { type CachedObject, ContentCache } from "./content-cache.ts";
import { deflate } from "./deflate.ts";
import { applyDelta } from "./delta.ts";
import { type DeltaEntry, type PackEntry, PIECE_BYTES, type StoredObject, type WholeEntry } from "./entries.ts";
import { inflateAll } from "./inflate.ts";
import { ObjectReader } from "./object-reader.ts";
import { corruptEntry } from "./pack-errors.ts";
import type { PackSink } from "./read-pack.ts";

/** An object to store. */
export interface PackedObject extends StoredObject {
  readonly oid: Oid;
  /** Null for a large blob. Do not change it. */
  readonly content: Uint8Array | null;
}

/** A delta whose base has not arrived. */
export interface ParkedDelta {
  /** Inflated bytes of the delta. */
  readonly size: number;
  readonly compressed: Iterable<Uint8Array>;
  readonly compressedSize: number;
}

/** Synchronous, as the SQLite of a Durable Object is. */
export interface PackStore {
  /** Null for an object that does not exist. Finds kept objects immediately. */
  stored(oid: Oid): StoredObject | null;
  /**
   * Called once per entry, for a delta's base before the delta. An object that exists must stay stored as it is:
   * replacing it could make its base a delta of it. In that case the result is `known`.
   */
  keep(object: PackedObject): "kept" | "known";
  /** Stores a delta whose base has not arrived. */
  park(offset: number, delta: ParkedDelta): void;
  /** Returns a parked delta; called once for each. */
  unpark(offset: number): ParkedDelta;
}

export interface ResolverOptions {
  /** Size of the cache of bases. */
  readonly cacheBytes: number;
  /** An object with a longer delta chain, or with more bytes over its chain, is stored whole. */
  readonly mostDepth: number;
  readonly mostChainBytes: number;
}

const defaults: ResolverOptions = { cacheBytes: 24 * 1024 * 1024, mostDepth: 50, mostChainBytes: 64 * 1024 * 1024 };

/** In steps, for checking and storing an entry, without its bytes; and for each byte of an object, and of its base. */
const ENTRY_COST = 1_500;
const BYTE_COST = 0.5;
const BASE_BYTE_COST = 0.25;

/** An entry's number, in the order of arrival. */
type Place = number;

/**
 * Resolves an entry on arrival if its base exists, otherwise when its base arrives. Memory: the cache, one delta with
 * its base and result, and about 30 bytes per entry.
 *
 * A delta that cannot be resolved (its base is missing or is itself unresolved) is refused at the end of the pack.
 */
export class PackResolver implements PackSink {
  readonly #store: PackStore;
  readonly #options: ResolverOptions;
  readonly #cache: ContentCache;
  readonly #reader: ObjectReader;
  readonly #budget = unlimited();
  #index = new EntryIndex(0);
  /** Unresolved deltas, by the entry or object that they wait for. */
  readonly #waitingForEntry = new Map<Place, Place[]>();
  readonly #waitingForObject = new Map<Oid, Place[]>();

  /** @param options defaults to a cache of 24 MB, chains of 50 deltas and 64 MB per chain */
  constructor(store: PackStore, options: Partial<ResolverOptions> = {}) {
    this.#store = store;
    this.#options = { ...defaults, ...options };
    this.#cache = new ContentCache(this.#options.cacheBytes);
    this.#reader = new ObjectReader((oid) => store.stored(oid), this.#cache);
  }

  begin(objects: number): void {
    this.#index = new EntryIndex(objects);
  }

  /**
   * Returns a promise only if the work takes more than one slice.
   *
   * @throws GitError for a delta that does not fit its base
   */
  entry(entry: PackEntry): void | Promise<void> {
    return startSlices(this.#take(entry));
  }

  *#take(entry: PackEntry): Work<void> {
    const place = this.#index.add(entry.offset);
    const isResolved = entry.kind === "whole" ? this.#keepWhole(place, entry) : yield* this.#keepDelta(place, entry);
    if (isResolved) yield* this.#resolveWaiting(place);
    if (this.#budget.endsSlice()) yield;
  }

  /** @throws GitError when unresolved deltas remain */
  end(): void {
    const [missing] = this.#waitingForObject.keys();
    if (missing === undefined) return;
    const places = [...this.#waitingForObject.values(), ...this.#waitingForEntry.values()].flat();
    throw new GitError(
      "pack",
      `The pack is incomplete: ${places.length} of its objects cannot be resolved, as the object ${missing} is neither in ` +
        "it nor in the repository, or is a delta of what depends on it.",
    );
  }

  #keepWhole(place: Place, { type, oid, size, content, compressed, compressedSize }: WholeEntry): true {
    this.#keep(place, { oid, type, size, delta: null, compressed, compressedSize, content });
    return true;
  }

  /** Returns false if the base is missing and the delta was parked. */
  *#keepDelta(place: Place, entry: DeltaEntry): Work<boolean> {
    const { base } = entry;
    if ("offset" in base) {
      const basePlace = this.#index.find(base.offset);
      if (basePlace === null)
        throw corruptEntry(entry.offset, `is a delta of byte ${base.offset}, where no object begins`);
      if (!this.#index.isResolved(basePlace)) return this.#park(place, entry, this.#waitingForEntry, basePlace);
      const oid = this.#index.oid(basePlace);
      yield* this.#apply(place, entry.delta, this.#mustRead(oid), oid, entry);
      return true;
    }
    const object = this.#reader.read(base.oid);
    if (object === null) return this.#park(place, entry, this.#waitingForObject, base.oid);
    yield* this.#apply(place, entry.delta, object, base.oid, entry);
    return true;
  }

  #park<Base>(place: Place, entry: DeltaEntry, waiting: Map<Base, Place[]>, base: Base): false {
    this.#store.park(entry.offset, entry);
    const others = waiting.get(base);
    if (others === undefined) waiting.set(base, [place]);
    else others.push(place);
    return false;
  }

  /** Resolves the deltas that wait for this entry, the deltas that wait for those, and so on. */
  *#resolveWaiting(resolved: Place): Work<void> {
    const bases = [resolved];
    for (let place = bases.pop(); place !== undefined; place = bases.pop()) {
      const oid = this.#index.oid(place);
      for (const waiting of [
        ...this.#takeWaiting(this.#waitingForEntry, place),
        ...this.#takeWaiting(this.#waitingForObject, oid),
      ]) {
        const offset = this.#index.offset(waiting);
        const parked = this.#store.unpark(offset);
        const delta = inflateAll(parked.compressed, parked.compressedSize, parked.size);
        yield* this.#apply(waiting, delta, this.#mustRead(oid), oid, parked);
        bases.push(waiting);
      }
    }
  }

  #takeWaiting<Base>(waiting: Map<Base, Place[]>, base: Base): Place[] {
    const places = waiting.get(base) ?? [];
    waiting.delete(base);
    return places;
  }

  #mustRead(oid: Oid): CachedObject {
    const object = this.#reader.read(oid);
    if (object === null) throw new Error(`The store has lost ${oid}`);
    return object;
  }

  *#apply(place: Place, delta: Uint8Array, base: CachedObject, baseOid: Oid, sent: ParkedDelta): Work<void> {
    const { type } = base;
    this.#budget.spend(base.content.length * BASE_BYTE_COST);
    if (this.#budget.endsSlice()) yield;
    const content = this.#applied(this.#index.offset(place), base.content, delta);
    const object = { oid: hashObject(type, content), type, size: content.length, content };
    const depth = base.depth + 1;
    const isTooDeep = depth > this.#options.mostDepth || depth * content.length > this.#options.mostChainBytes;
    if (isTooDeep) this.#keep(place, { ...object, delta: null, ...(yield* compressed(content)) });
    else {
      const { compressed, compressedSize } = sent;
      this.#keep(place, { ...object, delta: { base: baseOid, size: delta.length, depth }, compressed, compressedSize });
    }
  }

  #applied(offset: number, base: Uint8Array, delta: Uint8Array): Uint8Array {
    try {
      // The size of the result was checked against the limit when the entry was read.
      return applyDelta(base, delta, Number.POSITIVE_INFINITY);
    } catch (error) {
      throw error instanceof GitError ? corruptEntry(offset, `is a ${error.message}`) : error;
    }
  }

  #keep(place: Place, object: PackedObject): void {
    const { oid, type, content } = object;
    this.#budget.spend(ENTRY_COST + object.size * BYTE_COST);
    const isKnown = this.#store.keep(object) === "known";
    this.#index.resolve(place, oid);
    if (content === null) return;
    const stored = isKnown ? this.#store.stored(oid) : object;
    this.#cache.set(oid, { type, content, depth: stored?.delta?.depth ?? 0 });
  }
}

function* compressed(content: Uint8Array): Work<{ compressed: Uint8Array[]; compressedSize: number }> {
  const bytes = yield* deflate(content);
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) pieces.push(bytes.subarray(at, at + PIECE_BYTES));
  return { compressed: pieces, compressedSize: bytes.length };
}

/** Offsets of the entries, in the order of arrival, and the ids of the resolved ones. */
class EntryIndex {
  readonly #offsets: Float64Array;
  readonly #oids: Uint8Array;
  readonly #resolved: Uint8Array;
  #length = 0;

  constructor(entries: number) {
    this.#offsets = new Float64Array(entries);
    this.#oids = new Uint8Array(entries * OID_BYTES);
    this.#resolved = new Uint8Array(entries);
  }

  add(offset: number): Place {
    this.#offsets[this.#length] = offset;
    return this.#length++;
  }

  resolve(place: Place, oid: Oid): void {
    this.#oids.set(oidBytes(oid), place * OID_BYTES);
    this.#resolved[place] = 1;
  }

  isResolved(place: Place): boolean {
    return this.#resolved[place] === 1;
  }

  oid(place: Place): Oid {
    return oidFrom(this.#oids, place * OID_BYTES);
  }

  offset(place: Place): number {
    return this.#offsets[place] ?? Number.NaN;
  }

  /** The entry at this offset. */
  find(offset: number): Place | null {
    let [low, high] = [0, this.#length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.offset(middle) < offset) low = middle + 1;
      else high = middle;
    }
    return low < this.#length && this.offset(low) === offset ? low : null;
  }
}
