// How a courier works: it reads the stream of events behind the place it has come to, queues what hooks are to be told, and
// tells each hook in order, no hook waiting for another. Whatever happens to the process, its alarm goes on with it.

import type { HookFailure } from "../db/queries/hooks/failures.ts";
import type { HookRow } from "../db/queries/hooks/hooks.ts";
import type { ObjectStorage } from "../durable-objects/sqlite.ts";
import { type Attempt, type DeliveryOutcome, failureOf, type HookRequest } from "./deliver.ts";
import {
  Deliveries,
  type DeliveryRow,
  type HookState,
  isComposed,
  isSetFor,
  LONGEST_LIFE,
  NOT_COMPOSED,
  NOT_SET,
  settingsOf,
} from "./deliveries.ts";
import type { EventPage, PoisonEvent } from "./read-events.ts";
import { nextAttempt } from "./schedule.ts";
import type { TestMessage } from "./send-test-event.ts";

/** What an engine works with. */
export interface EngineParts {
  readonly storage: ObjectStorage;
  /** @param after the event up to which the stream was read before; null for the first time */
  readHookEvents(after: number | null): Promise<EventPage>;
  /** One attempt. Does not reject for what the receiver does. */
  send(hook: HookRow, request: HookRequest): Promise<Attempt>;
  /** Lets a hook show how it fails, or that it does not any more. */
  writeFailure(hookId: number, failure: HookFailure): Promise<void>;
  /** Switches a hook off that is gone. False when it was written meanwhile, and is another one so. */
  switchOff(hook: HookRow, failure: Omit<HookFailure, "disabled_until">): Promise<boolean>;
  /** Milliseconds since 1970. */
  clock(): number;
  /** Calls {@link DeliveryEngine.wake} then, even after the process was killed. Replaces the alarm there was. */
  setAlarm(time: number): void;
  /** Keeps the process until this is done. */
  background(work: Promise<void>): void;
  /** For the log. */
  report(what: string, cause: unknown): void;
  /** Frees the storage, and takes the alarm back. */
  end(): Promise<void>;
}

/** Milliseconds after which what was cut off goes on. */
const BACKSTOP = 5_000;
const LONGEST_PAUSE = 60_000;
/** An event that so often, and for so many milliseconds, could not be composed is stepped over. */
const MOST_FAILURES = 5;
const LONGEST_FAILURE = 300_000;
/** What travels to another object is 32 MiB at most. */
const MOST_BYTES = 25_000_000;
/** Who records an event may die before it wakes the courier, which therefore looks by itself so often. */
export const HEARTBEAT = 600_000;

const isGone = (outcome: DeliveryOutcome): boolean => outcome.kind === "rejected" && outcome.answer.status === 410;

type Run = "first" | "retry";

export type RedeliverOutcome =
  | { readonly kind: "made"; readonly row: DeliveryRow }
  /** @param reason for whoever asked */
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "not_found" };

export class DeliveryEngine {
  readonly #parts: EngineParts;
  readonly #deliveries: Deliveries;
  /** As they were when the stream was last read, and as they were told since how they fail. */
  readonly #hooks = new Map<number, HookRow>();
  /** What is being sent: of each hook one first attempt and one repeated one at a time. */
  readonly #runs = new Set<string>();
  #round: Promise<void> = Promise.resolve();
  #nextRound: Promise<void> | undefined;
  #failures = 0;
  /** When the stream is to be read again that could not be; milliseconds since 1970. */
  #readAgain: number | null = null;

  constructor(parts: EngineParts) {
    this.#parts = parts;
    this.#deliveries = new Deliveries(parts.storage);
  }

  /** Something may have happened, or is due. Answers when it is queued. */
  wake(): Promise<void> {
    this.#wakeIn(BACKSTOP);
    // One after another, so that each begins where the one before has ended; who comes meanwhile shares the next.
    this.#nextRound ??= this.#round.then(() => {
      this.#nextRound = undefined;
      return this.#work();
    });
    this.#round = this.#nextRound;
    return this.#nextRound;
  }

  /** The deliveries of a hook, the newest first. */
  list(hookId: number, limit: number, offset: number): { rows: DeliveryRow[]; total: number } {
    this.#deliveries.open();
    return this.#deliveries.list(hookId, limit, offset);
  }

  /** With the whole of its body. */
  find(hookId: number, id: number): { row: DeliveryRow; body: Uint8Array<ArrayBuffer> } | null {
    this.#deliveries.open();
    const row = this.#deliveries.find(hookId, id);
    return row === null ? null : { row, body: this.#deliveries.body(row) };
  }

  /** Makes one attempt at once, besides those that are due. */
  async redeliver(hook: HookRow, id: number): Promise<RedeliverOutcome> {
    const found = this.find(hook.id, id);
    if (found === null) return { kind: "not_found" };
    const { row, body } = found;
    if (!isComposed(row)) return { kind: "refused", reason: NOT_COMPOSED };
    if (!isSetFor(hook, row)) return { kind: "refused", reason: NOT_SET };
    const request = { id: row.webhook_id, event: row.event, body };
    return { kind: "made", row: await this.#sendNow(hook, { request, settings: settingsOf(row) }, row) };
  }

  /** Tells a hook something that did not happen, in one attempt. */
  test(hook: HookRow, message: TestMessage): Promise<DeliveryRow> {
    return this.#sendNow(hook, message, null);
  }

  async #sendNow(
    hook: HookRow,
    { request, settings }: TestMessage,
    repeated: DeliveryRow | null,
  ): Promise<DeliveryRow> {
    const attempt = await this.#send(hook, request);
    this.#deliveries.open();
    const made = this.#deliveries.addMade(hook.id, request, settings, attempt, repeated);
    // Where it was taken, what failed before is tried again, and what waits behind failures waits no longer.
    if (attempt.outcome.kind === "delivered") this.#parts.background(this.wake());
    return made;
  }

  async #work(): Promise<void> {
    try {
      await this.#read();
      this.#deliveries.collect(this.#parts.clock());
      for (const hookId of this.#hooks.keys()) await this.#writeFailure(hookId);
      this.#failures = 0;
      this.#readAgain = null;
      if (this.#hooks.size > 0) this.#rest();
      else if (this.#runs.size === 0) await this.#end();
    } catch (error) {
      this.#parts.report("What happened could not be read for hooks", error);
      const pause = Math.min(BACKSTOP * 2 ** this.#failures, LONGEST_PAUSE);
      this.#readAgain = this.#parts.clock() + pause;
      this.#wakeIn(pause);
      this.#failures += 1;
    }
  }

  async #end(): Promise<void> {
    this.#deliveries.close();
    await this.#parts.end();
    // Somebody may have asked for deliveries meanwhile.
    this.#deliveries.close();
  }

  async #read(): Promise<void> {
    this.#deliveries.open();
    for (let hasMore = true; hasMore; ) {
      const page = await this.#parts.readHookEvents(this.#deliveries.position);
      this.#know(page.hooks);
      const isOn = (hookId: number) => this.#hooks.get(hookId)?.enabled === 1;
      const dispatches = page.dispatches.map((dispatch) => ({ ...dispatch, hookIds: dispatch.hookIds.filter(isOn) }));
      this.#deliveries.add(dispatches, page.upTo, this.#parts.clock());
      for (const hookId of this.#hooks.keys()) this.#start(hookId);
      if (page.poisonEvent !== null) this.#poisonEvent(page.poisonEvent);
      hasMore = page.hasMore;
    }
  }

  /** What keeps an event from being composed may pass, but must not keep back what follows for good. */
  #poisonEvent({ dispatch, cause }: PoisonEvent): void {
    const { eventId } = dispatch;
    const now = this.#parts.clock();
    const { times, since } = this.#deliveries.poisonEvent(eventId, now);
    if (times < MOST_FAILURES || now - since < LONGEST_FAILURE) {
      throw new Error(`Event ${eventId} could not be composed`, { cause });
    }
    console.error(`Event ${eventId} could not be composed and is told to no hook`, cause);
    this.#deliveries.add([dispatch], eventId, now);
  }

  #know(hooks: readonly HookRow[]): void {
    this.#hooks.clear();
    for (const hook of hooks) this.#hooks.set(hook.id, hook);
    this.#deliveries.know(this.#hooks, this.#parts.clock());
  }

  #start(hookId: number): void {
    this.#startRun(hookId, "first");
    this.#startRun(hookId, "retry");
  }

  #startRun(hookId: number, kind: Run): void {
    const run = `${kind}-${hookId}`;
    if (this.#runs.has(run) || this.#next(hookId, kind) === null) return;
    this.#runs.add(run);
    this.#parts.background(this.#openRun(hookId, kind, run));
  }

  /** What is cut off here stays as it was, and is told again. */
  async #openRun(hookId: number, kind: Run, run: string): Promise<void> {
    try {
      for (let next = this.#next(hookId, kind); next !== null; next = this.#next(hookId, kind)) {
        const hook = this.#hooks.get(hookId);
        if (hook === undefined) return;
        if (isSetFor(hook, next)) await this.#attempt(hook, next);
        else this.#deliveries.endUnmade(next, NOT_SET);
        this.#start(hookId);
      }
    } catch (error) {
      this.#parts.report(`Hook ${hookId} could not be told something`, error);
    } finally {
      this.#runs.delete(run);
      this.#rest();
    }
  }

  #next(hookId: number, kind: Run): DeliveryRow | null {
    const now = this.#parts.clock();
    return kind === "first" ? this.#deliveries.nextFirst(hookId, now) : this.#deliveries.nextRetry(hookId, now);
  }

  async #attempt(hook: HookRow, delivery: DeliveryRow): Promise<void> {
    const { webhook_id: id, event } = delivery;
    const body = this.#deliveries.body(delivery);
    const attempt = await this.#send(hook, { id, event, body });
    const { outcome } = attempt;
    const error = failureOf(outcome);
    if (error !== null) this.#parts.report(`Hook ${hook.id} did not take ${id}`, error);
    // First, so that a hook that was not switched off has lost nothing.
    const isOff = isGone(outcome) && (await this.#switchOff(hook, attempt));
    this.#deliveries.note(delivery, attempt, isOff || body.length > MOST_BYTES ? null : dueAgain(delivery, attempt));
    if (isOff) this.#deliveries.giveUp(hook.id, "The receiver answered 410 to another delivery");
    else await this.#writeFailure(hook.id);
  }

  /** Never rejects: what keeps an attempt from being made is what came of it. */
  async #send(hook: HookRow, request: HookRequest): Promise<Attempt> {
    const at = this.#parts.clock();
    const unmade = (reason: string): Attempt => {
      return { at, duration: 0, url: hook.url, headers: {}, outcome: { kind: "failed", reason } };
    };
    if (request.body.length > MOST_BYTES) return unmade("The payload is larger than 25 MB");
    try {
      return await this.#parts.send(hook, request);
    } catch (error) {
      return unmade(error instanceof Error ? error.message : String(error));
    }
  }

  async #switchOff(hook: HookRow, { at, outcome }: Attempt): Promise<boolean> {
    const failure = { last_error: failureOf(outcome), last_error_at: timeOf(at) };
    const isOff = await this.#parts.switchOff(hook, failure);
    if (isOff && this.#hooks.get(hook.id) === hook) this.#hooks.set(hook.id, { ...hook, enabled: 0 });
    return isOff;
  }

  /** Only where the hook shows something else. */
  async #writeFailure(hookId: number): Promise<void> {
    const hook = this.#hooks.get(hookId);
    const state = this.#deliveries.hookState(hookId);
    if (hook === undefined || hook.enabled === 0 || state === null) return;
    const failure = failureShown(state);
    if (failure.disabled_until === hook.disabled_until && failure.last_error_at === hook.last_error_at) return;
    await this.#parts.writeFailure(hookId, failure);
    if (this.#hooks.get(hookId) === hook) this.#hooks.set(hookId, { ...hook, ...failure });
  }

  /** When everything is sent: until the next attempt is due, or somebody may have died before waking this. */
  #rest(): void {
    if (this.#runs.size > 0) return;
    const now = this.#parts.clock();
    const isUnfinished = [...this.#hooks.keys()].some((hookId) => this.#deliveries.nextFirst(hookId, now) !== null);
    const next = Math.min(this.#deliveries.nextDue ?? never, this.#readAgain ?? never);
    if (isUnfinished || next <= now) this.#wakeIn(BACKSTOP);
    else this.#wakeIn(Math.min(HEARTBEAT, next - now));
  }

  #wakeIn(milliseconds: number): void {
    this.#parts.setAlarm(this.#parts.clock() + milliseconds);
  }
}

/** When to try a delivery again that failed, in milliseconds since 1970; null for never. */
function dueAgain({ attempts, created_at }: DeliveryRow, { at, duration, outcome }: Attempt): number | null {
  const retryAfter = outcome.kind === "rejected" ? outcome.retryAfter : null;
  const due = nextAttempt(attempts + 1, at + duration, retryAfter);
  return due === null || due > created_at + LONGEST_LIFE ? null : due;
}

function failureShown({ error, error_at, due }: HookState): HookFailure {
  if (error === null || error_at === null) return { disabled_until: null, last_error: null, last_error_at: null };
  return {
    disabled_until: due === null ? null : timeOf(due),
    last_error: error,
    last_error_at: timeOf(error_at),
  };
}

const never = Number.POSITIVE_INFINITY;

const timeOf = (milliseconds: number): string => new Date(milliseconds).toISOString();
