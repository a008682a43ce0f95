// A cache of computed values, bounded by their weight. Only for values that depend on object ids, which never go stale.

interface Entry<Value> {
  readonly value: Value;
  readonly weight: number;
}

export class BoundedCache<Value> {
  readonly #most: number;
  readonly #weightOf: (value: Value) => number;
  /** In the order of last use. */
  readonly #entries = new Map<string, Entry<Value>>();
  #weight = 0;
  /** Computations in progress: further callers of the same key wait for them. */
  readonly #running = new Map<string, Promise<Value>>();

  /** @param most limit for the weights of all values together; a heavier single value is not cached */
  constructor(most: number, weightOf: (value: Value) => number) {
    this.#most = most;
    this.#weightOf = weightOf;
  }

  /**
   * @param compute returns a value that is never changed afterwards
   * @throws the errors of `compute`, to all callers that wait for it
   */
  get(key: string, compute: () => Promise<Value>): Promise<Value> {
    const known = this.#entries.get(key);
    if (known === undefined) return this.#running.get(key) ?? this.#run(key, compute);
    this.#entries.delete(key);
    this.#entries.set(key, known);
    return Promise.resolve(known.value);
  }

  #run(key: string, compute: () => Promise<Value>): Promise<Value> {
    const running = compute()
      .then((value) => this.#keep(key, value))
      .finally(() => this.#running.delete(key));
    this.#running.set(key, running);
    return running;
  }

  #keep(key: string, value: Value): Value {
    const weight = this.#weightOf(value);
    if (weight > this.#most) return value;
    for (const [oldest, entry] of this.#entries) {
      if (this.#weight + weight <= this.#most) break;
      this.#entries.delete(oldest);
      this.#weight -= entry.weight;
    }
    this.#entries.set(key, { value, weight });
    this.#weight += weight;
    return value;
  }
}
