// A bounded set of keys that expire, in the memory of one isolate.

const MOST_KEYS = 10_000;

export class ExpiringKeys {
  readonly #lifetime: number;
  /** Keys with the time at which they expire, in milliseconds since the epoch; the ones added first come first. */
  readonly #expiries = new Map<string, number>();

  /** @param lifetime milliseconds from the latest `add` of a key */
  constructor(lifetime: number) {
    this.#lifetime = lifetime;
  }

  has(key: string): boolean {
    return (this.#expiries.get(key) ?? 0) > Date.now();
  }

  delete(key: string): void {
    this.#expiries.delete(key);
  }

  /** Evicts the key that was added first if there are 10,000. */
  add(key: string): void {
    this.#expiries.delete(key);
    const [oldest] = this.#expiries.size < MOST_KEYS ? [] : this.#expiries.keys();
    if (oldest !== undefined) this.#expiries.delete(oldest);
    this.#expiries.set(key, Date.now() + this.#lifetime);
  }
}
