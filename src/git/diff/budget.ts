// How much work one diff may take, in steps and not in time: the same input always ends the same way.

export class Budget {
  #left: number;

  constructor(steps: number) {
    this.#left = steps;
  }

  spend(steps: number): void {
    this.#left -= steps;
  }

  canSpend(steps: number): boolean {
    return steps <= this.#left;
  }

  get isSpent(): boolean {
    return this.#left < 0;
  }
}
