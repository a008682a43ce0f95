// Turns the entries of a pack into objects: applies its deltas and passes each object to the store.
import { unlimited, type Work } from "../budget.ts";
import { GitError } from "../git-error.ts";
import { rawHash } from "../objects/hash.ts";
import { type Oid, oidFrom } from "../objects/oid.ts";
import { pause, startSlices } from "../slices.ts";
import { type Base, Bases } from "./bases.ts";
import { deflate } from "./deflate.ts";
import { applyDelta } from "./delta.ts";
import { type DeltaEntry, type PackEntry, PIECE_BYTES, type WholeEntry } from "./entries.ts";
import type { Place } from "./entry-contents.ts";
import { EntryIndex } from "./entry-index.ts";
import { inflateAll } from "./inflate.ts";
import { readsTooMuchAgain } from "./limits.ts";
import { corruptEntry } from "./pack-errors.ts";
import type { PackedObject, PackStore, ParkedDelta } from "./pack-store.ts";
import type { PackSink } from "./read-pack.ts";

export interface ResolverOptions {
  /** Size of the caches of bases together. */
  readonly cacheBytes: number;
  /** An object with a longer delta chain, or with more bytes over its chain, is stored whole. */
  readonly mostDepth: number;
  readonly mostChainBytes: number;
  /**
   * Bytes of contents that the deltas of any push may make the server read again, because they left the cache; each delta
   * adds to it.
   */
  readonly readAgainBytes: number;
}

const defaults: ResolverOptions = {
  cacheBytes: 24 * 1024 * 1024,
  mostDepth: 50,
  mostChainBytes: 64 * 1024 * 1024,
  readAgainBytes: 1024 * 1024 * 1024,
};

/** In steps, for checking and storing an entry, without its bytes; the same for a delta whose base has not arrived. */
const ENTRY_COST = 900;
const PARKED_COST = 3_000;
/** In steps, for each byte of an object or of a delta; and of its base. */
const BYTE_COST = 0.3;
const BASE_BYTE_COST = 0.1;
/** What each delta may read again. Besides, it may read a chain of contents of its own size, as those of an honest pack do. */
const READ_AGAIN_BY_DELTA = 2 ** 16;

/**
 * Resolves an entry on arrival if its base exists, otherwise when its base arrives. Memory: the cache, one delta with
 * its base and result, and about 40 bytes per entry.
 *
 * A delta that cannot be resolved (its base is missing or is itself unresolved) is refused at the end of the pack.
 */
export class PackResolver implements PackSink {
  readonly #store: PackStore;
  readonly #options: ResolverOptions;
  readonly #bases: Bases;
  readonly #budget = unlimited();
  /** In bytes, of bases. It grows with the results of deltas, so that an attack costs its own bytes. */
  #mayReadAgain: number;
  #index = new EntryIndex(0);
  /** Unresolved deltas, by the entry or object that they wait for. */
  readonly #waitingForEntry = new Map<Place, Place[]>();
  readonly #waitingForObject = new Map<Oid, Place[]>();

  /** @param options defaults to a cache of 24 MB, chains of 50 deltas, 64 MB per chain and 1 GB read again */
  constructor(store: PackStore, options: Partial<ResolverOptions> = {}) {
    this.#store = store;
    this.#options = { ...defaults, ...options };
    this.#mayReadAgain = this.#options.readAgainBytes;
    this.#bases = new Bases(
      (oid) => store.stored(oid),
      this.#options.cacheBytes,
      (bytes) => this.#readAgain(bytes),
    );
  }

  begin(objects: number): void {
    this.#index = new EntryIndex(objects);
    this.#bases.begin(this.#index);
  }

  /**
   * Returns a promise only if the work takes more than one slice.
   *
   * @throws GitError for a delta that does not fit its base, and for deltas that read too much again
   */
  entry(entry: PackEntry): void | Promise<void> {
    const place = this.#index.add(entry.offset);
    if (entry.kind === "whole") this.#keepWhole(place, entry);
    else {
      const base = this.#baseOf(place, entry);
      if (base === null) return this.#budget.endsSlice() ? pause() : undefined;
      const left = this.#apply(place, entry.delta, base, entry);
      if (left !== null) return startSlices(this.#finish(place, left));
    }
    if (this.#waitingForEntry.size + this.#waitingForObject.size > 0) return startSlices(this.#resolveWaiting(place));
    if (this.#budget.endsSlice()) return pause();
  }

  *#finish(place: Place, left: Work<void>): Work<void> {
    yield* left;
    yield* this.#resolveWaiting(place);
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

  #keepWhole(place: Place, { type, oid, size, content, compressed, compressedSize }: WholeEntry): void {
    this.#keep(place, { oid, type, size, delta: null, compressed, compressedSize, content }, null);
    if (content !== null) this.#bases.contents.add(place, content);
  }

  /** Returns null if the base is missing and the delta was parked. */
  #baseOf(place: Place, entry: DeltaEntry): Base | null {
    const { base } = entry;
    if ("offset" in base) {
      const basePlace = this.#index.find(base.offset);
      if (basePlace === null)
        throw corruptEntry(entry.offset, `is a delta of byte ${base.offset}, where no object begins`);
      if (this.#index.isResolved(basePlace)) return this.#bases.entry(basePlace);
      return this.#park(place, entry, this.#waitingForEntry, basePlace);
    }
    return this.#bases.object(base.oid) ?? this.#park(place, entry, this.#waitingForObject, base.oid);
  }

  #park<Key>(place: Place, entry: DeltaEntry, waiting: Map<Key, Place[]>, base: Key): null {
    this.#budget.spend(PARKED_COST);
    this.#store.park(entry.offset, entry);
    const others = waiting.get(base);
    if (others === undefined) waiting.set(base, [place]);
    else others.push(place);
    return null;
  }

  /** @throws GitError once too much was read */
  #readAgain(bytes: number): void {
    this.#budget.spend(bytes * BASE_BYTE_COST);
    this.#mayReadAgain -= bytes;
    if (this.#mayReadAgain < 0) throw readsTooMuchAgain();
  }

  /** Resolves the deltas that wait for this entry, the deltas that wait for those, and so on. */
  *#resolveWaiting(resolved: Place): Work<void> {
    const bases = [resolved];
    for (let place = bases.pop(); place !== undefined; place = bases.pop()) {
      for (const waiting of [
        ...this.#takeWaiting(this.#waitingForEntry, place),
        ...this.#takeWaiting(this.#waitingForObject, this.#index.oid(place)),
      ]) {
        this.#budget.spend(PARKED_COST);
        const parked = this.#store.unpark(this.#index.offset(waiting));
        const delta = inflateAll(parked.compressed, parked.compressedSize, parked.size);
        const left = this.#apply(waiting, delta, this.#bases.entry(place), parked);
        if (left !== null) yield* left;
        bases.push(waiting);
        if (this.#budget.endsSlice()) yield;
      }
    }
    if (this.#budget.endsSlice()) yield;
  }

  #takeWaiting<Key>(waiting: Map<Key, Place[]>, base: Key): Place[] {
    const places = waiting.get(base) ?? [];
    waiting.delete(base);
    return places;
  }

  /** Returns the work that is left if the object has to be deflated. */
  #apply(place: Place, delta: Uint8Array, base: Base, sent: ParkedDelta): Work<void> | null {
    const { type } = base;
    this.#budget.spend(base.content.length * BASE_BYTE_COST + delta.length * BYTE_COST);
    const content = this.#applied(this.#index.offset(place), base.content, delta);
    this.#mayReadAgain += READ_AGAIN_BY_DELTA + content.length * this.#options.mostDepth;
    const object = { oid: rawHash(type, content), type, size: content.length, content };
    const depth = base.depth + 1;
    const isTooDeep = depth > this.#options.mostDepth || depth * content.length > this.#options.mostChainBytes;
    if (isTooDeep) return this.#keepDeflated(place, object);
    const { compressed, compressedSize } = sent;
    const kept = { ...object, delta: { base: base.oid, size: delta.length, depth }, compressed, compressedSize };
    this.#keep(place, kept, base.place);
    this.#bases.contents.keep(place, content);
    return null;
  }

  #applied(offset: number, base: Uint8Array, delta: Uint8Array): Uint8Array {
    try {
      // The size of the result was checked against the limit when the entry was read.
      return applyDelta(base, delta, Number.POSITIVE_INFINITY, (size) => this.#bases.contents.allocate(size));
    } catch (error) {
      throw error instanceof GitError ? corruptEntry(offset, `is a ${error.message}`) : error;
    }
  }

  *#keepDeflated(
    place: Place,
    object: Pick<PackedObject, "oid" | "type" | "size"> & { readonly content: Uint8Array },
  ): Work<void> {
    const { content } = object;
    const bytes = yield* deflate(content);
    const compressed: Uint8Array[] = [];
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) compressed.push(bytes.subarray(at, at + PIECE_BYTES));
    this.#keep(place, { ...object, delta: null, compressed, compressedSize: bytes.length }, null);
    this.#bases.contents.keep(place, content);
  }

  /** @param base the entry that it is a delta of */
  #keep(place: Place, object: PackedObject, base: Place | null): void {
    const { oid, type, size, delta } = object;
    this.#budget.spend(ENTRY_COST + size * BYTE_COST);
    if (this.#store.keep(object) === "kept") this.#index.resolve(place, { oid, type, depth: delta?.depth ?? 0, base });
    else {
      const depth = this.#store.stored(oidFrom(oid))?.delta?.depth ?? 0;
      this.#index.resolve(place, { oid, type, depth, base: null });
    }
  }
}
