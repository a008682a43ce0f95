// The budget of work for a request, and the points at which it yields to other requests. Work is counted in steps, not
// in time: equal input gives an equal result, and on Cloudflare the clock does not advance while a Worker computes.

/**
 * Work in slices: a generator that yields between slices and returns its result. Compose it with `yield*`; run it with
 * `inSlices` (slices.ts) where other requests are waiting, or without pauses with {@link finish}.
 */
export type Work<T> = Generator<undefined, T, undefined>;

/** Runs work to its end without a pause. */
export function finish<T>(work: Work<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}

/** In steps. A step is about 10 nanoseconds, so a slice is about 10 milliseconds. */
const SLICE = 1_000_000;

/** Costs of common work, in steps. */
export const cost = {
  /** Reading a row by its key: an object, a ref. */
  row: 2_000,
  /** Reading a commit of the graph during a walk, which reads many at once. */
  commit: 1_000,
  /** The same of a commit whose filter says that it does not have to be compared. */
  skippedCommit: 250,
  /** Inflating a byte of an object and reading it once more. */
  byte: 1,
  /** Decoding an entry of a tree. */
  treeEntry: 50,
  /** Returning a changed file or an entry of a tree, without the characters of its path. */
  path: 200,
} as const;

/** For work that ends by itself and only has to yield to other requests. */
export const unlimited = (): Budget => new Budget(Number.POSITIVE_INFINITY);

export class Budget {
  #left: number;
  #sliceLeft = SLICE;
  readonly #whole: Budget | null;

  /** @param whole the budget that this one is part of */
  constructor(steps: number, whole: Budget | null = null) {
    this.#left = steps;
    this.#whole = whole;
  }

  /** A budget within this one: its steps are spent from both, and it is spent once either is. */
  part(steps: number): Budget {
    return new Budget(steps, this);
  }

  spend(steps: number): void {
    this.#left -= steps;
    this.#sliceLeft -= steps;
    this.#whole?.spend(steps);
  }

  canSpend(steps: number): boolean {
    return steps <= this.#left && (this.#whole?.canSpend(steps) ?? true);
  }

  /** True once more than the whole budget is spent: the work must stop and report that. */
  get isSpent(): boolean {
    return this.#left < 0 || (this.#whole?.isSpent ?? false);
  }

  /**
   * True when a slice's worth of work was done since the last call that returned true. Call it between steps, at least
   * once every {@link SLICE} steps, and yield when it is true: `if (budget.endsSlice()) yield;`
   */
  endsSlice(): boolean {
    if (this.#whole !== null) return this.#whole.endsSlice();
    if (this.#sliceLeft > 0) return false;
    this.#sliceLeft = SLICE;
    return true;
  }
}
