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

/**
 * Drops the objects that were not used since half of the cache was filled: moving an object to the end of a map at each
 * use would cost more than reading many of them again.
 */
export class ContentCache {
  readonly #mostBytes: number;
  #recent = new Map<Oid, CachedObject>();
  #recentBytes = 0;
  #older = new Map<Oid, CachedObject>();
  #olderBytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** At most `mostBytes`. */
  get bytes(): number {
    return this.#recentBytes + this.#olderBytes;
  }

  has(oid: Oid): boolean {
    return this.#recent.has(oid) || this.#older.has(oid);
  }

  get(oid: Oid): CachedObject | undefined {
    const recent = this.#recent.get(oid);
    if (recent !== undefined) return recent;
    const older = this.#older.get(oid);
    if (older !== undefined) this.#add(oid, older);
    return older;
  }

  set(oid: Oid, object: CachedObject): void {
    if (sizeOf(object) <= this.#mostBytes) this.#add(oid, { ...object, content: owned(object.content) });
  }

  #add(oid: Oid, object: CachedObject): void {
    const size = sizeOf(object);
    const before = this.#recent.get(oid);
    if (before !== undefined) {
      this.#recent.delete(oid);
      this.#recentBytes -= sizeOf(before);
    }
    if (this.#recentBytes + size > this.#mostBytes / 2) {
      [this.#older, this.#olderBytes] = [this.#recent, this.#recentBytes];
      [this.#recent, this.#recentBytes] = [new Map(), 0];
    }
    this.#recent.set(oid, object);
    this.#recentBytes += size;
    if (this.bytes <= this.#mostBytes) return;
    [this.#older, this.#olderBytes] = [new Map(), 0];
  }
}

const sizeOf = ({ content }: CachedObject) => content.length + OVERHEAD;
