// The prefix codes of deflate streams (RFC 1951).

/** Longer codes are left to zlib: their tables would take long to make. */
const MOST_CODE_BITS = 11;

/** A prefix code: looked up by the next bits of the input, an entry has the symbol above four bits of code length. */
export class PrefixCode {
  readonly entries = new Uint16Array(1 << MOST_CODE_BITS);
  /** Bits of the longest code. */
  bits = 0;
  readonly #counts = new Uint16Array(16);
  readonly #next = new Uint16Array(16);

  /** Returns false for lengths that are no complete code, or over the limit. */
  make(lengths: Uint8Array, from: number, to: number): boolean {
    this.#counts.fill(0);
    for (let at = from; at < to; at++) this.#counts[lengths[at] ?? 0] = (this.#counts[lengths[at] ?? 0] ?? 0) + 1;
    this.#counts[0] = 0;
    this.bits = 15;
    while (this.bits > 0 && this.#counts[this.bits] === 0) this.bits -= 1;
    if (this.bits === 0 || this.bits > MOST_CODE_BITS) return false;
    let code = 0;
    for (let bits = 1; bits <= this.bits; bits++) {
      code = (code + (this.#counts[bits - 1] ?? 0)) << 1;
      this.#next[bits] = code;
    }
    if (code + (this.#counts[this.bits] ?? 0) !== 1 << this.bits) return false;
    for (let at = from; at < to; at++) {
      const bits = lengths[at] ?? 0;
      if (bits === 0) continue;
      const own = this.#next[bits] ?? 0;
      this.#next[bits] = own + 1;
      const entry = ((at - from) << 4) | bits;
      for (let place = reversed(own, bits); place < 1 << this.bits; place += 1 << bits) this.entries[place] = entry;
    }
    return true;
  }
}

/** The bits of each number in reverse order. */
const reversedBits = new Uint16Array(1 << MOST_CODE_BITS);
for (let code = 1; code < reversedBits.length; code++) {
  reversedBits[code] = ((reversedBits[code >> 1] ?? 0) >> 1) | ((code & 1) << (MOST_CODE_BITS - 1));
}

const reversed = (code: number, bits: number): number => (reversedBits[code] ?? 0) >> (MOST_CODE_BITS - bits);
