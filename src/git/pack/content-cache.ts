// Objects that were inflated lately, in a bounded number of bytes: the bases of the next deltas.
import type { ObjectType, Oid } from "../objects/oid.ts";
import { owned } from "./inflate.ts";

export interface CachedObject {
  readonly type: ObjectType;
  readonly content: Uint8Array;
  /** How many deltas its stored form is away from a whole object: 0 for one that is whole. */
  readonly depth: number;
}

/** What an entry takes besides its content, as measured. */
const OVERHEAD = 512;

export class ContentCache {
  readonly #mostBytes: number;
  // in the order of their last use
  readonly #objects = new Map<Oid, CachedObject>();
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** Never more than it was made for. */
  get bytes(): number {
    return this.#bytes;
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

  /** For some more than this one, as finding the oldest of a map that changed much takes long. */
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
