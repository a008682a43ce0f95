// A seeded random number generator: a failing case reports its seed.
export class Random {
  readonly seed: number;
  #state: number;

  constructor(seed: number) {
    this.seed = seed;
    this.#state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0;
    for (let round = 0; round < 4; round++) this.below(2);
  }

  /** An integer from 0 (inclusive) to `limit` (exclusive). */
  below(limit: number): number {
    this.#state = (this.#state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return Math.floor((((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32) * limit);
  }

  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  pick<T>(choices: readonly T[]): T {
    const choice = choices[this.below(choices.length)];
    if (choice === undefined) throw new Error("Cannot pick from an empty list");
    return choice;
  }

  times<T>(count: number, make: (index: number) => T): T[] {
    return Array.from({ length: count }, (_, index) => make(index));
  }

  bytes(size: number): Uint8Array {
    const bytes = new Uint8Array(size);
    for (let at = 0; at < size; at++) bytes[at] = this.below(256);
    return bytes;
  }

  /** Text that compresses like natural text. */
  words(count: number): string {
    return this.times(count, () => this.pick(words)).join(" ");
  }
}

const words = "tree blob commit river delta brook source mouth ferry lock weir ford ripple eddy".split(" ");
