// How the rest of the Worker reaches the couriers that deliver to hooks.
import { courierName, type HookOwner, type HookRow, ownerOf } from "../db/queries/hooks.ts";
import type { TestSubject } from "../services/hooks/test.ts";
import { callAgain } from "./call-again.ts";
import type { Courier } from "./courier.ts";
import type { DeliveryRow } from "./deliveries.ts";
import type { RedeliverOutcome } from "./delivery-engine.ts";

/**
 * The Durable Objects of all that has hooks, by name: `project-1`, `group-1`, `server`. Those named `hook-1` only make
 * the attempts to reach that hook.
 */
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
      await callAgain(() => this.#named(name).wake());
    } catch (error) {
      console.error(`The courier ${name} could not be woken`, error);
    }
  }

  /** What a hook was told and is still to be told, the newest first. */
  async listDeliveries(hook: HookRow, limit: number, offset: number): Promise<{ rows: DeliveryRow[]; total: number }> {
    return this.#of(ownerOf(hook)).listDeliveries(hook.id, limit, offset);
  }

  /** With all of its body; null when it is not there, or not any more. */
  async findDelivery(hook: HookRow, id: number): Promise<{ row: DeliveryRow; body: Uint8Array<ArrayBuffer> } | null> {
    return this.#of(ownerOf(hook)).findDelivery(hook.id, id);
  }

  /** Makes the delivery once more, in one attempt, as a new one. */
  async redeliver(hook: HookRow, id: number): Promise<RedeliverOutcome> {
    return this.#of(ownerOf(hook)).redeliver(hook, id);
  }

  /** Tells the hook something to see whether it works, in one attempt. */
  async test(hook: HookRow, subject: TestSubject): Promise<DeliveryRow> {
    return this.#of(ownerOf(hook)).test(hook, subject);
  }

  #of(owner: HookOwner): DurableObjectStub<Courier> {
    return this.#named(courierName(owner));
  }

  #named(name: string): DurableObjectStub<Courier> {
    return this.#namespace.get(this.#namespace.idFromName(name));
  }
}
