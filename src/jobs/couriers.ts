// How the rest of the Worker reaches the couriers that deliver to hooks.
import type { Courier } from "./courier.ts";

/** The Durable Objects of all projects that have hooks. */
export type CourierNamespace = DurableObjectNamespace<Courier>;

export class Couriers {
  readonly #namespace: CourierNamespace;

  constructor(namespace: CourierNamespace) {
    this.#namespace = namespace;
  }

  /** Makes them look for what happened in these projects. Never throws: a courier looks by itself from time to time. */
  async wake(projectIds: Iterable<number>): Promise<void> {
    await Promise.all([...projectIds].map((id) => this.#wake(id)));
  }

  async #wake(projectId: number): Promise<void> {
    try {
      await this.#namespace.get(this.#namespace.idFromName(String(projectId))).wake();
    } catch (error) {
      console.error(`The courier of project ${projectId} could not be woken`, error);
    }
  }
}
