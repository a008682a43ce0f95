// Reads objects from a store that keeps deltas.
import { GitError } from "../git-error.ts";
import type { ObjectType, Oid } from "../objects/oid.ts";
import type { CachedObject, ContentCache } from "./content-cache.ts";
import { applyDelta } from "./delta.ts";
import type { StoredObject } from "./entries.ts";
import { inflateAll } from "./inflate.ts";

/** Bytes of a chain's compressed deltas that are held; further deltas are read from the store again. */
const HELD_BYTES = 1024 * 1024;

interface Link {
  readonly oid: Oid;
  /** Null when it must be read again. */
  readonly object: StoredObject | null;
}

/** Memory: the cache, one base, one delta and its result, for a chain of any length. */
export class ObjectReader {
  readonly #stored: (oid: Oid) => StoredObject | null;
  readonly #cache: ContentCache;
  readonly #onRead: (bytes: number) => void;

  /** @param onRead is called with the bytes of each content that is read, those of bases included */
  constructor(
    stored: (oid: Oid) => StoredObject | null,
    cache: ContentCache,
    onRead: (bytes: number) => void = () => {},
  ) {
    this.#stored = stored;
    this.#cache = cache;
    this.#onRead = onRead;
  }

  /**
   * Returns null for an object that does not exist. The content belongs to the cache: do not change it.
   *
   * @throws Error for an inconsistent store: a missing base, deltas in a circle
   */
  read(oid: Oid): CachedObject | null {
    const cached = this.#cache.get(oid);
    if (cached !== undefined) return cached;
    const first = this.#stored(oid);
    return first === null ? null : this.#resolve(oid, first);
  }

  /** Whether it is at hand. */
  has(oid: Oid): boolean {
    return this.#cache.has(oid);
  }

  /** Of what is at hand. */
  sizeOf(oid: Oid): number | undefined {
    return this.#cache.get(oid)?.content.length;
  }

  /** Content of a stored object, which is not cached. @throws Error for an inconsistent store */
  contentOf(object: StoredObject): { type: ObjectType; content: Uint8Array } {
    const { type, size, delta, compressed, compressedSize } = object;
    const content = inflateAll(compressed, compressedSize, delta?.size ?? size);
    if (delta === null) return { type, content };
    const base = this.read(delta.base);
    if (base === null) throw new Error(`The store lacks ${delta.base}, the base of a stored delta`);
    return { type: base.type, content: applyDelta(base.content, content, Number.POSITIVE_INFINITY) };
  }

  #resolve(oid: Oid, first: StoredObject): CachedObject {
    const links: Link[] = [];
    const seen = new Set<Oid>();
    let held = 0;
    let [at, object] = [oid, first];
    for (;;) {
      const { delta } = object;
      if (delta === null) return this.#applyAll(links, this.#whole(at, object));
      held += object.compressedSize;
      links.push({ oid: at, object: held > HELD_BYTES ? null : object });
      if (seen.has(at)) throw new Error(`Stored deltas form a circle at ${at}`);
      seen.add(at);
      at = delta.base;
      const cached = this.#cache.get(at);
      if (cached !== undefined) return this.#applyAll(links, cached);
      object = this.#mustHave(at);
    }
  }

  #mustHave(oid: Oid): StoredObject {
    const object = this.#stored(oid);
    if (object === null) throw new Error(`The store lacks ${oid}, the base of a stored delta`);
    return object;
  }

  #whole(oid: Oid, { type, size, compressed, compressedSize }: StoredObject): CachedObject {
    const content = asStored(oid, () => inflateAll(compressed, compressedSize, size));
    return this.#cached(oid, { type, content, depth: 0 });
  }

  /** @param links the requested object first */
  #applyAll(links: readonly Link[], base: CachedObject): CachedObject {
    let result = base;
    for (const { oid, object } of links.toReversed()) {
      const { delta, size, compressed, compressedSize } = object ?? this.#mustHave(oid);
      if (delta === null) throw new Error(`${oid} changed while it was read`);
      const { content: from } = result;
      const content = asStored(oid, () => applyDelta(from, inflateAll(compressed, compressedSize, delta.size), size));
      result = this.#cached(oid, { type: result.type, content, depth: result.depth + 1 });
    }
    return result;
  }

  #cached(oid: Oid, object: CachedObject): CachedObject {
    this.#onRead(object.content.length);
    this.#cache.set(oid, object);
    return object;
  }
}

/** Stored objects were checked on arrival, so a fault is a server error and not the client's. */
export function asStored<T>(oid: Oid, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof GitError ? new Error(`The stored object ${oid} is corrupt`, { cause: error }) : error;
  }
}
