// Client of the courier objects, for the rest of the Worker.
import { courierName, type HookOwner, type HookRow, ownerOf } from "../db/queries/hooks/hooks.ts";
import type { Attempt, HookRequest } from "../hooks/deliver.ts";
import type { RedeliverOutcome } from "../hooks/delivery-engine.ts";
import type { DeliveryRow, DeliveryWithBody } from "../hooks/delivery-row.ts";
import type { TestSubject } from "../hooks/send-test-event.ts";
import { callWithRetry } from "./call-with-retry.ts";

/** The methods of courier.ts. An interface, so that callers do not depend on the class. */
export interface CourierRpc extends Rpc.DurableObjectBranded {
  ping(): void;
  wake(): Promise<void>;
  listDeliveries(hookId: number, limit: number, offset: number): { rows: DeliveryRow[]; total: number };
  listWithBodies(hookId: number, limit: number, offset: number): { rows: DeliveryWithBody[]; total: number };
  findDelivery(hookId: number, id: number): { row: DeliveryRow; body: Uint8Array<ArrayBuffer> } | null;
  redeliver(hook: HookRow, id: number): Promise<RedeliverOutcome>;
  test(hook: HookRow, subject: TestSubject): Promise<DeliveryRow>;
  attempt(hook: HookRow, request: HookRequest): Promise<Attempt>;
}

/**
 * The couriers, by name: `project-1`, `group-1`, `server`. Objects named `hook-1` only make the attempts of that hook's
 * deliveries.
 */
export type CourierNamespace = DurableObjectNamespace<CourierRpc>;

export class Couriers {
  readonly #namespace: CourierNamespace;

  constructor(namespace: CourierNamespace) {
    this.#namespace = namespace;
  }

  /** Resolves if Durable Objects can be reached. The object called is nobody's courier and stores nothing. */
  async ping(): Promise<void> {
    await this.#named("readiness").ping();
  }

  /** Has the couriers read their events. Never rejects: a courier also reads them on its own from time to time. */
  async wake(names: Iterable<string>): Promise<void> {
    await Promise.all([...names].map((name) => this.#wake(name)));
  }

  async #wake(name: string): Promise<void> {
    try {
      await callWithRetry(() => this.#named(name).wake());
    } catch (error) {
      console.error(`The courier ${name} could not be woken`, error);
    }
  }

  /** The deliveries of a hook, finished and unfinished, newest first. */
  async listDeliveries(hook: HookRow, limit: number, offset: number): Promise<{ rows: DeliveryRow[]; total: number }> {
    return this.#of(ownerOf(hook)).listDeliveries(hook.id, limit, offset);
  }

  /** As {@link listDeliveries}, with the bodies of up to 64 KiB. */
  async listWithBodies(
    hook: HookRow,
    limit: number,
    offset: number,
  ): Promise<{ rows: DeliveryWithBody[]; total: number }> {
    return this.#of(ownerOf(hook)).listWithBodies(hook.id, limit, offset);
  }

  /** With its whole body; null when there is none (any more). */
  async findDelivery(hook: HookRow, id: number): Promise<{ row: DeliveryRow; body: Uint8Array<ArrayBuffer> } | null> {
    return this.#of(ownerOf(hook)).findDelivery(hook.id, id);
  }

  /** Repeats a delivery in one attempt, as a new delivery. */
  async redeliver(hook: HookRow, id: number): Promise<RedeliverOutcome> {
    return this.#of(ownerOf(hook)).redeliver(hook, id);
  }

  /** Sends the hook a test event, in one attempt. */
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
