// How much work a request may make, and when it lets other requests in. Counted in steps, not measured in time: the same
// input always ends the same way, and on Cloudflare the clock stands still while a Worker computes.

/**
 * Work in slices: a generator that yields between them, and returns its result. Compose it with `yield*`; run it with
 * `inSlices` (slices.ts) where other requests are waiting, or at once with {@link finish}.
 */
export type Work<T> = Generator<undefined, T, undefined>;

/** Runs work at once. */
export function finish<T>(work: Work<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}

/** Steps, of about ten nanoseconds each: a slice takes some ten milliseconds. */
const SLICE = 1_000_000;

/** What common work costs, in steps. */
export const cost = {
  /** Looking a row up: an object, a ref. */
  row: 2_000,
  /** Reading a commit of the graph on a walk, where many are read at once. */
  commit: 1_000,
  /** Inflating a byte of an object, and going over it once more. */
  byte: 1,
  /** Decoding an entry of a tree. */
  treeEntry: 50,
  /** Answering with a changed file or an entry of a tree, besides the characters of its path. */
  path: 200,
} as const;

/** For work that ends by itself, and only has to let others in. */
export const unlimited = (): Budget => new Budget(Number.POSITIVE_INFINITY);

export class Budget {
  #left: number;
  #sliceLeft = SLICE;
  readonly #whole: Budget | null;

  /** @param whole the budget that this one is a part of */
  constructor(steps: number, whole: Budget | null = null) {
    this.#left = steps;
    this.#whole = whole;
  }

  /** A budget within this one: what it spends is spent of both, and it is spent when either is. */
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

  /** Nothing more is to be done than to say so. */
  get isSpent(): boolean {
    return this.#left < 0 || (this.#whole?.isSpent ?? false);
  }

  /**
   * Whether a slice's worth of work was done since this last answered true. Ask between steps, at least once for every
   * {@link SLICE} of them, and yield when it does: `if (budget.endsSlice()) yield;`
   */
  endsSlice(): boolean {
    if (this.#whole !== null) return this.#whole.endsSlice();
    if (this.#sliceLeft > 0) return false;
    this.#sliceLeft = SLICE;
    return true;
  }
}
