// The bytes of an incoming pack, one window at a time, with the checksum of all consumed bytes.
import { createHash } from "node:crypto";
import { type PackLimits, packTooLarge } from "./limits.ts";

/** The window grows to this many bytes: most pushes are small, and a large one would be most of what they allocate. */
const LARGEST_WINDOW = 256 * 1024;
const FIRST_WINDOW = 8 * 1024;

export class PackInput {
  readonly #source: AsyncIterator<Uint8Array>;
  readonly #limits: PackLimits;
  readonly #hash = createHash("sha1");
  #window = new Uint8Array(FIRST_WINDOW);
  /** Bytes consumed before the window. */
  #passed = 0;
  #hashed = 0;
  #start = 0;
  #end = 0;
  /** Received bytes that did not fit into the window. */
  #waiting: Uint8Array = new Uint8Array(0);
  #received = 0;
  #ended = false;

  constructor(source: AsyncIterable<Uint8Array>, limits: PackLimits) {
    this.#source = source[Symbol.asyncIterator]();
    this.#limits = limits;
  }

  /** Number of bytes consumed: the position of the next byte in the pack. */
  get offset(): number {
    return this.#passed + this.#start;
  }

  /** Bytes received and not consumed; a view that is valid until the next `fill`. */
  get bytes(): Uint8Array {
    return this.#window.subarray(this.#start, this.#end);
  }

  /** At most `most` of these bytes. */
  first(most: number): Uint8Array {
    return this.#window.subarray(this.#start, Math.min(this.#end, this.#start + most));
  }

  get isEmpty(): boolean {
    return this.#start === this.#end;
  }

  /** True when {@link fill} would do nothing. Callers test it first, because `await` costs more than most objects. */
  has(size: number): boolean {
    return this.#end - this.#start >= size || this.#isExhausted;
  }

  get #isExhausted(): boolean {
    return this.#ended && this.#waiting.length === 0;
  }

  consume(size: number): void {
    this.#start += size;
  }

  /**
   * Waits until `size` bytes are available or the input ends.
   *
   * @param size at most {@link LARGEST_WINDOW}
   */
  async fill(size: number): Promise<void> {
    while (!this.has(size)) {
      if (this.#waiting.length === 0) {
        const next = await this.#source.next();
        if (next.done === true) {
          this.#ended = true;
          return;
        }
        this.#waiting = next.value;
        this.#received += next.value.length;
        if (this.#received > this.#limits.packBytes) throw packTooLarge(this.#limits);
      }
      if (this.#window.length - this.#end < this.#waiting.length) this.#makeRoom();
      const part = this.#waiting.subarray(0, this.#window.length - this.#end);
      this.#window.set(part, this.#end);
      this.#end += part.length;
      this.#waiting = this.#waiting.subarray(part.length);
    }
  }

  /** Raw SHA-1 of all bytes consumed. Call it only once. */
  checksum(): Uint8Array {
    this.#hash.update(this.#window.subarray(this.#hashed, this.#start));
    this.#hashed = this.#start;
    return this.#hash.digest();
  }

  #makeRoom(): void {
    this.#hash.update(this.#window.subarray(this.#hashed, this.#start));
    const unread = this.bytes;
    const wanted = unread.length + this.#waiting.length;
    const size = this.#window.length;
    if (size < Math.min(wanted, LARGEST_WINDOW)) {
      this.#window = new Uint8Array(Math.min(Math.max(wanted, 2 * size), LARGEST_WINDOW));
    }
    this.#window.set(unread);
    this.#passed += this.#start;
    this.#end = unread.length;
    this.#start = 0;
    this.#hashed = 0;
  }
}
