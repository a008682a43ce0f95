// Turns a pack's entries into objects: works out what its deltas stand for, and hands each object to the store.
import { cost, unlimited, type Work } from "../budget.ts";
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
import type { PackSink } from "./read-pack.ts";

/** An object to be stored. */
export interface PackedObject extends StoredObject {
  readonly oid: Oid;
  /** Null for a large blob. It must not be changed. */
  readonly content: Uint8Array | null;
}

/** A delta that waits for its base. */
export interface ParkedDelta {
  /** Bytes of the delta, inflated. */
  readonly size: number;
  readonly compressed: Iterable<Uint8Array>;
  readonly compressedSize: number;
}

/** Synchronous, because a Durable Object's SQLite answers so. */
export interface PackStore {
  /** Null for what is not there; what was kept is there at once. */
  stored(oid: Oid): StoredObject | null;
  /**
   * Called once for each entry, for a delta's base before the delta. An object that is there already must stay as it
   * is stored: replacing it could make its base a delta of it. Then the answer is `known`.
   */
  keep(object: PackedObject): "kept" | "known";
  /** Puts aside a delta whose base has not come. */
  park(offset: number, delta: ParkedDelta): void;
  /** Takes back what was put aside. */
  unpark(offset: number): ParkedDelta;
}

export interface ResolverOptions {
  /** Bytes of bases that are kept at hand. */
  readonly cacheBytes: number;
  /** An object that would need more deltas than this to be read, or more bytes of results, is stored whole. */
  readonly mostDepth: number;
  readonly mostChainBytes: number;
}

const defaults: ResolverOptions = { cacheBytes: 24 * 1024 * 1024, mostDepth: 50, mostChainBytes: 64 * 1024 * 1024 };

/** Steps for an entry, besides its bytes: checking and storing it. */
const ENTRY_COST = 5_000;

/** Where an entry stands in the index. */
type Place = number;

/**
 * Entries are resolved as they come when their base is there, and when it comes otherwise. Memory: the cache, one
 * delta with its base and result, and some 30 bytes an entry.
 *
 * A delta that nobody can resolve (its base is missing, or a delta of it) is refused at the pack's end.
 */
export class PackResolver implements PackSink {
  readonly #store: PackStore;
  readonly #options: ResolverOptions;
  readonly #cache: ContentCache;
  readonly #reader: ObjectReader;
  readonly #budget = unlimited();
  #index = new EntryIndex(0);
  /** Deltas without their bases. */
  readonly #waitingForEntry = new Map<Place, Place[]>();
  readonly #waitingForObject = new Map<Oid, Place[]>();

  /** @param options what is not given is as usual: 24 MB, 50 deltas */
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
   * Answers a promise where it takes long, and lets others in meanwhile.
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

  /** @throws GitError when there are deltas left */
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

  /** Whether its base was there. */
  *#keepDelta(place: Place, entry: DeltaEntry): Work<boolean> {
    const { base } = entry;
    if ("offset" in base) {
      const basePlace = this.#index.find(base.offset);
      if (basePlace === null) throw notAt(entry.offset, `is a delta of byte ${base.offset}, where no object begins`);
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

  /** Those that waited for this one, and those that waited for them. */
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
    if (object === null) throw new Error(`The store lost ${oid}`);
    return object;
  }

  *#apply(place: Place, delta: Uint8Array, base: CachedObject, baseOid: Oid, sent: ParkedDelta): Work<void> {
    const { type } = base;
    this.#budget.spend(base.content.length * cost.byte);
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
      // its result was held against the limit when it was read
      return applyDelta(base, delta, Number.POSITIVE_INFINITY);
    } catch (error) {
      throw error instanceof GitError ? notAt(offset, `is a ${error.message}`) : error;
    }
  }

  #keep(place: Place, object: PackedObject): void {
    const { oid, type, content } = object;
    this.#budget.spend(ENTRY_COST + object.size * cost.byte);
    const isKnown = this.#store.keep(object) === "known";
    this.#index.resolve(place, oid);
    if (content === null) return;
    const stored = isKnown ? this.#store.stored(oid) : object;
    this.#cache.set(oid, { type, content, depth: stored?.delta?.depth ?? 0 });
  }
}

const notAt = (offset: number, text: string) =>
  new GitError("pack", `The pack is corrupt: the object at byte ${offset} ${text}`);

function* compressed(content: Uint8Array): Work<{ compressed: Uint8Array[]; compressedSize: number }> {
  const bytes = yield* deflate(content);
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) pieces.push(bytes.subarray(at, at + PIECE_BYTES));
  return { compressed: pieces, compressedSize: bytes.length };
}

/** Where entries begin, in the order they came, and what they turned out to be. */
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

  /** The entry that begins there. */
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
