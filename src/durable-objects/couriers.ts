// How the rest of the Worker reaches the couriers that deliver to hooks.
import { courierName, type HookOwner, type HookRow, ownerOf } from "../db/queries/hooks/hooks.ts";
import type { Attempt, HookRequest } from "../hooks/deliver.ts";
import type { RedeliverOutcome } from "../hooks/delivery-engine.ts";
import type { DeliveryRow } from "../hooks/delivery-row.ts";
import type { TestSubject } from "../hooks/send-test-event.ts";
import { callAgain } from "./call-again.ts";

/** What courier.ts answers. An interface, so that callers do not depend on the class. */
export interface CourierRpc extends Rpc.DurableObjectBranded {
  wake(): Promise<void>;
  listDeliveries(hookId: number, limit: number, offset: number): { rows: DeliveryRow[]; total: number };
  findDelivery(hookId: number, id: number): { row: DeliveryRow; body: Uint8Array<ArrayBuffer> } | null;
  redeliver(hook: HookRow, id: number): Promise<RedeliverOutcome>;
  test(hook: HookRow, subject: TestSubject): Promise<DeliveryRow>;
  attempt(hook: HookRow, request: HookRequest): Promise<Attempt>;
}

/**
 * The Durable Objects of all that has hooks, by name: `project-1`, `group-1`, `server`. Those named `hook-1` only make
 * the attempts to reach that hook.
 */
export type CourierNamespace = DurableObjectNamespace<CourierRpc>;

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

  #of(owner: HookOwner): DurableObjectStub<CourierRpc> {
    return this.#named(courierName(owner));
  }

  #named(name: string): DurableObjectStub<CourierRpc> {
    return this.#namespace.get(this.#namespace.idFromName(name));
  }
}
