// How the rest of the Worker reaches the couriers that deliver to hooks.
import type { Courier } from "./courier.ts";

/** The Durable Objects of all that has hooks, by name: `project-1`, `group-1`, `server`. */
export type CourierNamespace = DurableObjectNamespace<Courier>;

export class Couriers {
  readonly #namespace: CourierNamespace;

  constructor(namespace: CourierNamespace) {
    this.#namespace = namespace;
  }

  /** Makes them look for what happened. Never throws: a courier looks by itself from time to time. */
  async wake(names: Iterable<string>): Promise<void> {
    await Promise.all([...names].map((name) => this.#wake(name)));
  }

  async #wake(name: string): Promise<void> {
    try {
      await this.#namespace.get(this.#namespace.idFromName(name)).wake();
    } catch (error) {
      console.error(`The courier ${name} could not be woken`, error);
    }
  }
}
