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

/** Measured memory of an object of the store besides its content, in bytes; an entry of the pack takes less. */
const OVERHEAD = 250;

/** Where the content of an entry is in typed arrays, because the garbage collector would visit an object for each. */
class Spans {
  /** By place: number of its buffer, start, and size. */
  #words = new Uint32Array(0);

  set(place: Place, buffer: number, start: number, size: number): void {
    if (3 * place + 3 > this.#words.length) {
      const longer = new Uint32Array(Math.max(3 * place + 3, 2 * this.#words.length));
      longer.set(this.#words);
      this.#words = longer;
    }
    this.#words[3 * place] = buffer;
    this.#words[3 * place + 1] = start;
    this.#words[3 * place + 2] = size;
  }

  /** 0 if the place has none. */
  buffer(place: Place): number {
    return this.#words[3 * place] ?? 0;
  }

  in(buffer: Uint8Array, place: Place): Uint8Array {
    const start = this.#words[3 * place + 1] ?? 0;
    return buffer.subarray(start, start + (this.#words[3 * place + 2] ?? 0));
  }
}

/**
 * Drops the contents that were not used since half of the cache was filled, and with them the buffers they share. A
 * content can take the whole cache: a delta of the largest object costs little to send, and reading that object much.
 */
export class EntryContents {
  readonly #mostBytes: number;
  readonly #spans = new Spans();
  /** By their number, in ascending order. */
  readonly #buffers = new Map<number, Uint8Array>();
  #lastBuffer = 0;
  /** The first buffer of the recent contents. */
  #recentFrom = 1;
  #recentObjects = new Map<Oid, Uint8Array>();
  #recentBytes = 0;
  #olderObjects = new Map<Oid, Uint8Array>();
  #olderBytes = 0;
  #shared = new Uint8Array(0);
  #sharedNumber = 0;
  #filled = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** Do not change it. */
  get(key: Key): Uint8Array | undefined {
    if (typeof key === "string") return this.#object(key);
    const number = this.#spans.buffer(key);
    const buffer = this.#buffers.get(number);
    if (buffer === undefined) return undefined;
    const content = this.#spans.in(buffer, key);
    if (number < this.#recentFrom) this.add(key, content);
    return content;
  }

  #object(oid: Oid): Uint8Array | undefined {
    const recent = this.#recentObjects.get(oid);
    if (recent !== undefined) return recent;
    const older = this.#olderObjects.get(oid);
    if (older !== undefined) this.add(oid, older);
    return older;
  }

  /** Room for a content to {@link keep}. */
  allocate(size: number): Uint8Array {
    if (size > MOST_SHARING) return new Uint8Array(size);
    if (size > this.#shared.length - this.#filled) {
      const next = Math.max(FIRST_SHARED_BYTES, 2 * this.#shared.length, size);
      this.#shared = new Uint8Array(Math.min(next, MOST_SHARED_BYTES));
      this.#sharedNumber = 0;
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
    if (this.#recentBytes + size > this.#mostBytes / 2) this.#age();
    if (typeof key === "string") this.#recentObjects.set(key, content);
    else this.#spans.set(key, this.#numberOf(content), content.byteOffset, content.length);
    this.#recentBytes += size;
    if (this.#olderBytes + this.#recentBytes > this.#mostBytes) this.#dropOlder();
  }

  /** What is recent becomes older, and what was older is dropped. */
  #age(): void {
    this.#dropOlder();
    [this.#olderObjects, this.#olderBytes] = [this.#recentObjects, this.#recentBytes];
    [this.#recentObjects, this.#recentBytes] = [new Map(), 0];
    this.#recentFrom = this.#lastBuffer + 1;
    // What comes now must not keep the buffer of older contents; for a content that is in it already, it gets a new number.
    this.#sharedNumber = 0;
    this.#filled = this.#shared.length;
  }

  #dropOlder(): void {
    [this.#olderObjects, this.#olderBytes] = [new Map(), 0];
    for (const number of this.#buffers.keys()) {
      if (number >= this.#recentFrom) return;
      this.#buffers.delete(number);
    }
  }

  #numberOf({ buffer }: Uint8Array): number {
    const isShared = buffer === this.#shared.buffer;
    if (isShared && this.#sharedNumber !== 0) return this.#sharedNumber;
    this.#lastBuffer += 1;
    this.#buffers.set(this.#lastBuffer, new Uint8Array(buffer));
    if (isShared) this.#sharedNumber = this.#lastBuffer;
    return this.#lastBuffer;
  }
}
