// Runs concurrent work in a reproducible random order.
import type { Random } from "../random.ts";

/** Resumes waiting work one by one, in random order. */
export class Scheduler {
  readonly #random: Random;
  readonly #waiting: (() => void)[] = [];

  constructor(random: Random) {
    this.#random = random;
  }

  pause = (): Promise<void> => new Promise((resolve) => this.#waiting.push(resolve));

  async run<T>(work: readonly (() => Promise<T>)[]): Promise<T[]> {
    let left = work.length;
    const results = Promise.all(
      work.map(async (one) => {
        await this.pause();
        return one().finally(() => left--);
      }),
    );
    while (left > 0) {
      const [next] = this.#waiting.splice(this.#random.below(this.#waiting.length), 1);
      next?.();
      for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    }
    return results;
  }
}
