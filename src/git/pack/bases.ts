// The bases of the deltas of a pack that is being received: its entries, and objects of the store.
import { type ObjectType, type Oid, oidBytes } from "../objects/oid.ts";
import { type CachedObject, ContentCache } from "./content-cache.ts";
import { applyDelta } from "./delta.ts";
import type { StoredObject } from "./entries.ts";
import { EntryContents, type Place } from "./entry-contents.ts";
import { EntryIndex } from "./entry-index.ts";
import { inflateAll } from "./inflate.ts";
import { asStored, ObjectReader } from "./object-reader.ts";

/**
 * Part of the cache for objects that are read from the store, such as the bases of a thin pack. Larger ones are kept
 * with the contents of entries, whose part takes an object of 20 MB.
 */
const STORED_PART = 1 / 8;

/** A base with what its deltas need of it. */
export interface Base {
  /** Null if it is not an entry of this pack. */
  readonly place: Place | null;
  readonly oid: Uint8Array;
  readonly type: ObjectType;
  readonly content: Uint8Array;
  readonly depth: number;
}

export class Bases {
  readonly contents: EntryContents;
  readonly #stored: (oid: Oid) => StoredObject | null;
  readonly #reader: ObjectReader;
  readonly #onRead: (bytes: number) => void;
  #index = new EntryIndex(0);

  /** @param onRead is called with the bytes of each content that is not at hand */
  constructor(stored: (oid: Oid) => StoredObject | null, cacheBytes: number, onRead: (bytes: number) => void) {
    this.#stored = stored;
    this.#onRead = onRead;
    this.contents = new EntryContents(cacheBytes * (1 - STORED_PART));
    this.#reader = new ObjectReader(stored, new ContentCache(cacheBytes * STORED_PART), onRead);
  }

  /** @param index of the entries, which is filled while they arrive */
  begin(index: EntryIndex): void {
    this.#index = index;
  }

  /** A resolved entry. */
  entry(place: Place): Base {
    const content = this.contents.get(place) ?? this.#readAgain(place);
    const index = this.#index;
    return { place, oid: index.rawOid(place), type: index.type(place), content, depth: index.depth(place) };
  }

  /** An object by its id; null if it has not arrived and is not in the repository. */
  object(oid: Oid): Base | null {
    const place = this.#index.findResolved(oid);
    if (place !== null) return this.entry(place);
    const object = this.#readStored(oid);
    return object === null ? null : { ...object, place: null, oid: oidBytes(oid) };
  }

  /** Reads an entry that has left the cache, and the entries that it depends on down to one that is at hand. */
  #readAgain(place: Place): Uint8Array {
    const chain: Place[] = [];
    let content: Uint8Array | undefined;
    for (let at = place; content === undefined; ) {
      const base = this.#index.base(at);
      if (base === null) content = this.#mustRead(at);
      else {
        chain.push(at);
        at = base;
        content = this.contents.get(at);
      }
    }
    for (const link of chain.toReversed()) content = this.#readDelta(link, content);
    return content;
  }

  /** @param base content of the entry that it is a delta of */
  #readDelta(place: Place, base: Uint8Array): Uint8Array {
    const oid = this.#index.oid(place);
    const stored = this.#stored(oid);
    const basePlace = this.#index.base(place);
    // Another push may have added the object meanwhile, in another form.
    if (!stored?.delta || basePlace === null || stored.delta.base !== this.#index.oid(basePlace))
      return this.#mustRead(place);
    const { compressed, compressedSize, delta, size } = stored;
    this.#onRead(size);
    const content = asStored(oid, () =>
      applyDelta(base, inflateAll(compressed, compressedSize, delta.size), size, (bytes) =>
        this.contents.allocate(bytes),
      ),
    );
    this.contents.keep(place, content);
    return content;
  }

  #mustRead(place: Place): Uint8Array {
    const oid = this.#index.oid(place);
    const object = this.#readStored(oid);
    if (object === null) throw new Error(`The store has lost ${oid}`);
    return object.content;
  }

  #readStored(oid: Oid): CachedObject | null {
    const content = this.contents.get(oid);
    const stored = content === undefined ? null : this.#stored(oid);
    if (content !== undefined && stored !== null)
      return { type: stored.type, content, depth: stored.delta?.depth ?? 0 };
    const object = this.#reader.read(oid);
    if (object !== null && !this.#reader.has(oid)) this.contents.add(oid, object.content);
    return object;
  }
}
