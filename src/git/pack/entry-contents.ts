// The contents of a pack's entries, as the bases of its deltas: a cache, bounded in bytes.
import type { Oid } from "../objects/oid.ts";
import { owned } from "./inflate.ts";

/** The number of an entry, in the order of arrival. */
export type Place = number;

/** An entry, or an object of the store. */
type Key = Place | Oid;

/** Small contents share buffers, because a buffer costs as much as inflating a small object. Each is twice the last. */
const FIRST_SHARED_BYTES = 8 * 1024;
const MOST_SHARED_BYTES = 256 * 1024;
const MOST_SHARING = MOST_SHARED_BYTES / 8;

/** Measured memory of an entry besides its content, in bytes. */
const OVERHEAD = 250;

/**
 * Drops the contents that were not used since half of the cache was filled, and with them the buffers they share. A
 * content can take the whole cache: a delta of the largest object costs little to send, and reading that object much.
 */
export class EntryContents {
  readonly #mostBytes: number;
  #recent = new Map<Key, Uint8Array>();
  #recentBytes = 0;
  #older = new Map<Key, Uint8Array>();
  #olderBytes = 0;
  #shared = new Uint8Array(0);
  #filled = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** Do not change it. */
  get(key: Key): Uint8Array | undefined {
    const recent = this.#recent.get(key);
    if (recent !== undefined) return recent;
    const older = this.#older.get(key);
    if (older !== undefined) this.add(key, older);
    return older;
  }

  /** Room for a content to {@link keep}. */
  allocate(size: number): Uint8Array {
    if (size > MOST_SHARING) return new Uint8Array(size);
    if (size > this.#shared.length - this.#filled) {
      const next = Math.max(FIRST_SHARED_BYTES, 2 * this.#shared.length, size);
      this.#shared = new Uint8Array(Math.min(next, MOST_SHARED_BYTES));
      this.#filled = 0;
    }
    this.#filled += size;
    return this.#shared.subarray(this.#filled - size, this.#filled);
  }

  /** Copies the content unless it is large and has a buffer of its own. */
  add(key: Key, content: Uint8Array): void {
    if (content.length > MOST_SHARING) this.keep(key, owned(content));
    else {
      const copy = this.allocate(content.length);
      copy.set(content);
      this.keep(key, copy);
    }
  }

  /** @param content was allocated here for this call, or has a buffer of its own */
  keep(key: Key, content: Uint8Array): void {
    const size = content.length + OVERHEAD;
    if (size > this.#mostBytes) return;
    if (this.#recentBytes + size > this.#mostBytes / 2) {
      [this.#older, this.#olderBytes] = [this.#recent, this.#recentBytes];
      [this.#recent, this.#recentBytes] = [new Map(), 0];
      // What comes now must not keep the buffer of older contents.
      this.#filled = this.#shared.length;
    }
    this.#recent.set(key, content);
    this.#recentBytes += size;
    if (this.#olderBytes + this.#recentBytes > this.#mostBytes) [this.#older, this.#olderBytes] = [new Map(), 0];
  }
}
