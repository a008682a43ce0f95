// The Durable Object that delivers the webhooks of one project, one group, or the server: runs hooks/delivery-engine.ts on
// its storage, its alarm and the network.
import { DurableObject } from "cloudflare:workers";
import type { Database } from "../db/database.ts";
import { openDatabase } from "../db/open.ts";
import { type HookOwner, type HookRow, ownerOfCourier } from "../db/queries/hooks/hooks.ts";
import { type Environment, parseEnvironment } from "../env.ts";
import { type Attempt, deliver, type HookRequest } from "../hooks/deliver.ts";
import { DeliveryEngine, type RedeliverOutcome } from "../hooks/delivery-engine.ts";
import type { DeliveryRow, DeliveryWithBody } from "../hooks/delivery-row.ts";
import { readHookEvents } from "../hooks/read-events.ts";
import { composeTest, type TestSubject } from "../hooks/send-test-event.ts";
import { showFailure, switchOff } from "../hooks/show-failure.ts";
import type { CourierRpc } from "./couriers.ts";
import { Repositories, withoutClient } from "./repositories.ts";

export class Courier extends DurableObject<object> implements CourierRpc {
  readonly #engine: DeliveryEngine;

  constructor(state: DurableObjectState, bindings: object) {
    super(state, bindings);
    this.#engine = new DeliveryEngine({
      storage: state.storage,
      readEvents: (after, limit) => readHookEvents(this.#sources(), this.#owner, after, limit),
      send: (hook, request) => this.#send(hook, request),
      writeFailure: (hookId, failure) => showFailure(this.#database(), hookId, failure),
      switchOff: (hook, failure) => switchOff(this.#database(), hook, failure),
      clock: Date.now,
      // Not awaited, so that the alarm is committed together with the writes it is set for.
      setAlarm: (time) => void state.storage.setAlarm(time),
      background: (work) => state.waitUntil(work),
      report: (what, cause) => console.warn(`Courier ${state.id.name}: ${what}`, cause),
      end: () => this.#end(),
    });
  }

  /** For readiness checks. */
  ping(): void {}

  /** To be called when there may be new events. Resolves once they are queued. */
  wake(): Promise<void> {
    return this.#engine.wake();
  }

  override alarm(): Promise<void> {
    return this.#engine.wake();
  }

  listDeliveries(hookId: number, limit: number, offset: number): { rows: DeliveryRow[]; total: number } {
    return this.#engine.list(hookId, limit, offset);
  }

  listWithBodies(hookId: number, limit: number, offset: number): { rows: DeliveryWithBody[]; total: number } {
    return this.#engine.listWithBodies(hookId, limit, offset);
  }

  findDelivery(hookId: number, id: number): { row: DeliveryRow; body: Uint8Array<ArrayBuffer> } | null {
    return this.#engine.find(hookId, id);
  }

  redeliver(hook: HookRow, id: number): Promise<RedeliverOutcome> {
    return this.#engine.redeliver(hook, id);
  }

  async test(hook: HookRow, subject: TestSubject): Promise<DeliveryRow> {
    return this.#engine.test(hook, await composeTest(this.#sources(), this.#owner, hook, subject));
  }

  /** Makes one attempt. Called on the object named after the hook. */
  attempt(hook: HookRow, request: HookRequest): Promise<Attempt> {
    return deliver(hook, request, this.#environment.HOOKS_ALLOW_LOCAL === "true", Date.now());
  }

  /** An object has at most six requests in flight, so each hook's attempts are made by an object of their own. */
  async #send(hook: HookRow, request: HookRequest): Promise<Attempt> {
    const { COURIERS } = this.#environment;
    return COURIERS.get(COURIERS.idFromName(`hook-${hook.id}`)).attempt(hook, request);
  }

  get #environment(): Environment {
    return parseEnvironment(this.env);
  }

  get #owner(): HookOwner {
    return ownerOfCourier(this.ctx.id.name ?? "");
  }

  #sources(): { db: Database; repositories: Repositories } {
    // A repository that is draining its outbox wakes this courier: it must not be made to drain again.
    const { REPOSITORIES, REPOSITORY_PLACEMENT } = this.#environment;
    const repositories = new Repositories(REPOSITORIES, withoutClient(REPOSITORY_PLACEMENT));
    return { db: this.#database(), repositories };
  }

  #database(): Database {
    return openDatabase(this.#environment);
  }

  /** The last hook is gone, or its project or group. */
  async #end(): Promise<void> {
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }
}
