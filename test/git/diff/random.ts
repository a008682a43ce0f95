// A seeded random number generator.

export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
    for (let round = 0; round < 8; round++) this.next();
  }

  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  /** An integer from 0 (inclusive) to `limit` (exclusive). */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(choices: readonly T[]): T {
    const choice = choices[this.below(choices.length)];
    if (choice === undefined) throw new Error("Cannot pick from an empty list");
    return choice;
  }

  /** Usually a small number, sometimes a large one. */
  size(limit: number): number {
    return this.below(1 + this.below(1 + this.below(limit)));
  }
}
