// The Durable Object that delivers to the hooks of one project: it reads the stream of events behind the place it has
// come to, queues what hooks are to be told, and tells each hook in order, no hook waiting for another.
import { DurableObject } from "cloudflare:workers";
import { openDatabase } from "../db/open.ts";
import type { HookRow } from "../db/queries/hooks.ts";
import { parseEnvironment } from "../env.ts";
import { Repositories } from "../git/open.ts";
import { deliver } from "../services/hooks/deliver.ts";
import { readNews } from "../services/hooks/news.ts";
import { DeliveryQueue } from "./delivery-queue.ts";

/** Milliseconds after which what was cut off goes on. */
const BACKSTOP = 5_000;
const LONGEST_PAUSE = 60_000;
/** Who records an event may die before it wakes the courier, which therefore looks by itself so often. */
const HEARTBEAT = 600_000;

export class Courier extends DurableObject<object> {
  readonly #queue: DeliveryQueue;
  /** As they were when the stream was last read. */
  #hooks: ReadonlyMap<number, HookRow> = new Map();
  #collecting: Promise<void> = Promise.resolve();
  /** Hooks that are being told something. */
  readonly #busy = new Set<number>();
  #failures = 0;

  constructor(state: DurableObjectState, bindings: object) {
    super(state, bindings);
    this.#queue = new DeliveryQueue(state.storage);
  }

  /** Something may have happened in the project. Answers when it is queued. */
  async wake(): Promise<void> {
    this.#wakeIn(BACKSTOP);
    await this.#work();
  }

  override alarm(): Promise<void> {
    this.#wakeIn(BACKSTOP);
    return this.#work();
  }

  get #projectId(): number {
    return Number(this.ctx.id.name?.slice("project-".length));
  }

  /** One after another, so that each begins where the one before has ended. */
  #work(): Promise<void> {
    this.#collecting = this.#collecting.then(() => this.#collectAndSend());
    return this.#collecting;
  }

  async #collectAndSend(): Promise<void> {
    try {
      await this.#collect();
      for (const hookId of this.#queue.waitingHooks()) this.#send(hookId);
      if (this.#hooks.size > 0) this.#wakeIn(this.#queue.isEmpty ? HEARTBEAT : BACKSTOP);
      else if (this.#busy.size === 0) await this.#end();
      this.#failures = 0;
    } catch (error) {
      console.error(`The events of project ${this.#projectId} could not be read for its hooks`, error);
      this.#wakeIn(Math.min(BACKSTOP * 2 ** this.#failures, LONGEST_PAUSE));
      this.#failures += 1;
    }
  }

  async #collect(): Promise<void> {
    const environment = parseEnvironment(this.env);
    const sources = {
      db: openDatabase(environment),
      // a repository that is telling what happened must not be waited for
      repositories: new Repositories(environment.REPOSITORIES, false),
    };
    this.#queue.open();
    for (let hasMore = true; hasMore; ) {
      const news = await readNews(sources, this.#projectId, this.#queue.position);
      this.#hooks = new Map(news.hooks.map((hook) => [hook.id, hook]));
      this.#queue.add(news.dispatches, news.upTo);
      hasMore = news.hasMore;
    }
  }

  #send(hookId: number): void {
    if (this.#busy.has(hookId)) return;
    this.#busy.add(hookId);
    this.ctx.waitUntil(this.#sendAll(hookId));
  }

  /** What is cut off here stays in the queue, and is told again. */
  async #sendAll(hookId: number): Promise<void> {
    try {
      for (let next = this.#queue.next(hookId); next !== null; next = this.#queue.next(hookId)) {
        const hook = this.#hooks.get(hookId);
        if (hook === undefined) return this.#queue.deleteHook(hookId);
        const allowLocal = parseEnvironment(this.env).HOOKS_ALLOW_LOCAL === "true";
        const outcome = await deliver(hook, { event: next.event, body: this.#queue.body(next) }, allowLocal);
        if (outcome.kind !== "delivered") {
          console.warn(`Hook ${hookId} of project ${this.#projectId} did not take event ${next.event_id}`, outcome);
        }
        this.#queue.delete(next);
      }
    } finally {
      this.#busy.delete(hookId);
    }
  }

  /** There are no hooks any more, or no project. */
  async #end(): Promise<void> {
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }

  #wakeIn(milliseconds: number): void {
    void this.ctx.storage.setAlarm(Date.now() + milliseconds);
  }
}
