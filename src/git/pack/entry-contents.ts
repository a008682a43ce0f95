// The contents of a pack's entries, as the bases of its deltas: a cache, bounded in bytes.

/** The number of an entry, in the order of arrival. */
export type Place = number;

/** Small contents share buffers, because a buffer costs as much as inflating a small object. */
const SHARED_BYTES = 256 * 1024;
const MOST_SHARING = SHARED_BYTES / 8;

/** Measured memory of an entry besides its content, in bytes. */
const OVERHEAD = 250;

/** Drops the contents that were not used since half of the cache was filled, and with them the buffers they share. */
export class EntryContents {
  readonly #mostBytes: number;
  #recent = new Map<Place, Uint8Array>();
  #recentBytes = 0;
  #older = new Map<Place, Uint8Array>();
  #shared = new Uint8Array(0);
  #filled = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** Do not change it. */
  get(place: Place): Uint8Array | undefined {
    const recent = this.#recent.get(place);
    if (recent !== undefined) return recent;
    const older = this.#older.get(place);
    if (older !== undefined) this.add(place, older);
    return older;
  }

  /** Room for a content to {@link keep}. */
  allocate(size: number): Uint8Array {
    if (size > MOST_SHARING) return new Uint8Array(size);
    if (size > this.#shared.length - this.#filled) {
      this.#shared = new Uint8Array(SHARED_BYTES);
      this.#filled = 0;
    }
    this.#filled += size;
    return this.#shared.subarray(this.#filled - size, this.#filled);
  }

  /** Copies the content unless it has a buffer of its own. */
  add(place: Place, content: Uint8Array): void {
    if (content.length > MOST_SHARING && content.buffer.byteLength === content.length) this.keep(place, content);
    else {
      const copy = this.allocate(content.length);
      copy.set(content);
      this.keep(place, copy);
    }
  }

  /** @param content was allocated here for this call, or has a buffer of its own */
  keep(place: Place, content: Uint8Array): void {
    const size = content.length + OVERHEAD;
    if (size > this.#mostBytes / 2) return;
    if (this.#recentBytes + size > this.#mostBytes / 2) {
      this.#older = this.#recent;
      [this.#recent, this.#recentBytes] = [new Map(), 0];
      // What comes now must not keep the buffer of older contents.
      this.#filled = this.#shared.length;
    }
    this.#recent.set(place, content);
    this.#recentBytes += size;
  }
}
