// A cache of inflated objects, bounded in bytes: the bases of the next deltas.
import type { ObjectType, Oid } from "../objects/oid.ts";
import { owned } from "./inflate.ts";

export interface CachedObject {
  readonly type: ObjectType;
  readonly content: Uint8Array;
  /** Length of the delta chain that stores it: 0 for an object that is stored whole. */
  readonly depth: number;
}

/** Measured memory of an entry besides its content, in bytes. */
const OVERHEAD = 512;

export class ContentCache {
  readonly #mostBytes: number;
  /** In the order of last use. */
  readonly #objects = new Map<Oid, CachedObject>();
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** At most `mostBytes`. */
  get bytes(): number {
    return this.#bytes;
  }

  has(oid: Oid): boolean {
    return this.#objects.has(oid);
  }

  get(oid: Oid): CachedObject | undefined {
    const object = this.#objects.get(oid);
    if (object === undefined) return undefined;
    this.#objects.delete(oid);
    this.#objects.set(oid, object);
    return object;
  }

  set(oid: Oid, object: CachedObject): void {
    const size = sizeOf(object);
    if (size > this.#mostBytes) return;
    this.#delete(oid);
    if (this.#bytes + size > this.#mostBytes) this.#makeRoom(size);
    this.#objects.set(oid, { ...object, content: owned(object.content) });
    this.#bytes += size;
  }

  /** Frees more than needed, because finding the oldest key of a map with many deletions is slow. */
  #makeRoom(size: number): void {
    const target = Math.min(this.#mostBytes - size, (this.#mostBytes / 8) * 7);
    for (const oldest of this.#objects.keys()) {
      if (this.#bytes <= target) break;
      this.#delete(oldest);
    }
  }

  #delete(oid: Oid): void {
    const object = this.#objects.get(oid);
    if (object === undefined) return;
    this.#objects.delete(oid);
    this.#bytes -= sizeOf(object);
  }
}

const sizeOf = ({ content }: CachedObject) => content.length + OVERHEAD;
