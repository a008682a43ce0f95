// Delivers webhooks for one courier: consumes the event stream, queues deliveries, and attempts them in order for each
// hook, independently of other hooks. Storage, clock, alarm and network are parameters, so that tests can kill it anywhere.
import type { HookFailure } from "../db/queries/hooks/failures.ts";
import type { HookRow } from "../db/queries/hooks/hooks.ts";
import { type ObjectStorage, Sql } from "../durable-objects/sqlite.ts";
import { EventConsumer } from "../events/consumer.ts";
import { type Attempt, type DeliveryOutcome, failureOf, type HookRequest } from "./deliver.ts";
import { Deliveries } from "./deliveries.ts";
import { LONGEST_LIFE } from "./delivery-retention.ts";
import { type DeliveryRow, isComposed, isSetFor, NOT_COMPOSED, NOT_SET, settingsOf } from "./delivery-row.ts";
import type { HookState } from "./hook-states.ts";
import type { Dispatch, HookEventPage } from "./read-events.ts";
import { nextAttempt } from "./schedule.ts";
import type { TestMessage } from "./send-test-event.ts";

export interface EngineParts {
  readonly storage: ObjectStorage;
  /** @param after the last event read before; null for the first time */
  readEvents(after: number | null, limit: number): Promise<HookEventPage>;
  /** Makes one attempt. Does not reject for a failing receiver. */
  send(hook: HookRow, request: HookRequest): Promise<Attempt>;
  /** Stores the hook's failure where the API shows it; null fields once it succeeds. */
  writeFailure(hookId: number, failure: HookFailure): Promise<void>;
  /** Disables a hook whose receiver is gone. False when the hook was edited meanwhile. */
  switchOff(hook: HookRow, failure: Omit<HookFailure, "disabled_until">): Promise<boolean>;
  /** Milliseconds since 1970. */
  clock(): number;
  /** Calls {@link DeliveryEngine.wake} at that time, even after a crash. Replaces the previous alarm. */
  setAlarm(time: number): void;
  /** Keeps the process alive until the work is done. */
  background(work: Promise<void>): void;
  /** For the log. */
  report(what: string, cause: unknown): void;
  /** Deletes the storage and the alarm. */
  end(): Promise<void>;
}

/** Milliseconds until the alarm resumes interrupted work. */
const BACKSTOP = 5_000;
const PAUSE_AFTER_FAILURE = 60_000;
/** An object takes at most 32 MiB in one call. */
const MOST_BYTES = 25_000_000;
/** A process may die between recording an event and waking the courier, so it also wakes by itself this often. */
export const HEARTBEAT = 600_000;

const isGone = (outcome: DeliveryOutcome): boolean => outcome.kind === "rejected" && outcome.answer.status === 410;

/** Each hook has one run of first attempts and one of retries. */
type RunKind = "first" | "retry";

export type RedeliverOutcome =
  | { readonly kind: "made"; readonly row: DeliveryRow }
  /** @param reason shown to the caller */
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "not_found" };

export class DeliveryEngine {
  readonly #parts: EngineParts;
  readonly #deliveries: Deliveries;
  readonly #consumer: EventConsumer<HookEventPage>;
  /** As last read from the database, with failures written since. */
  readonly #hooks = new Map<number, HookRow>();
  /** The runs in progress, by kind and hook. */
  readonly #runs = new Set<string>();
  #round: Promise<void> = Promise.resolve();
  #nextRound: Promise<void> | undefined;

  constructor(parts: EngineParts) {
    this.#parts = parts;
    const sql = new Sql(parts.storage);
    this.#deliveries = new Deliveries(sql);
    this.#consumer = new EventConsumer<HookEventPage>(
      {
        read: (after, limit) => this.#readEvents(after, limit),
        findNext: null,
        store: ({ dispatches }) => this.#queue(dispatches),
        skip: (_eventId, page) => this.#queue(page?.failure ? [page.failure.dispatch] : []),
      },
      { sql, clock: () => parts.clock(), report: (what, cause) => parts.report(what, cause) },
    );
  }

  /** To be called when there may be new events or due deliveries. Resolves once the new events are queued. */
  wake(): Promise<void> {
    this.#wakeIn(BACKSTOP);
    // Rounds do not overlap; callers that arrive during one share the next.
    this.#nextRound ??= this.#round.then(() => {
      this.#nextRound = undefined;
      return this.#work();
    });
    this.#round = this.#nextRound;
    return this.#nextRound;
  }

  /** The deliveries of a hook, newest first. */
  list(hookId: number, limit: number, offset: number): { rows: DeliveryRow[]; total: number } {
    this.#deliveries.open();
    return this.#deliveries.list(hookId, limit, offset);
  }

  listWithBodies(hookId: number, limit: number, offset: number) {
    this.#deliveries.open();
    return this.#deliveries.listWithBodies(hookId, limit, offset);
  }

  /** A delivery with its whole body. */
  find(hookId: number, id: number): { row: DeliveryRow; body: Uint8Array<ArrayBuffer> } | null {
    this.#deliveries.open();
    const row = this.#deliveries.find(hookId, id);
    return row === null ? null : { row, body: this.#deliveries.body(row) };
  }

  /** Repeats a delivery now, in one attempt, as a new delivery. */
  async redeliver(hook: HookRow, id: number): Promise<RedeliverOutcome> {
    const found = this.find(hook.id, id);
    if (found === null) return { kind: "not_found" };
    const { row, body } = found;
    if (!isComposed(row)) return { kind: "refused", reason: NOT_COMPOSED };
    if (!isSetFor(hook, row)) return { kind: "refused", reason: NOT_SET };
    const request = { id: row.webhook_id, event: row.event, body };
    return { kind: "made", row: await this.#sendNow(hook, { request, settings: settingsOf(row) }, row) };
  }

  /** Sends a test event, in one attempt. */
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
    // A success makes failed deliveries due, and releases those that wait behind them.
    if (attempt.outcome.kind === "delivered") this.#parts.background(this.wake());
    return made;
  }

  async #work(): Promise<void> {
    try {
      this.#deliveries.open();
      await this.#consumeEvents();
      this.#deliveries.deleteOld(this.#parts.clock());
      for (const hookId of this.#hooks.keys()) await this.#writeFailure(hookId);
      if (this.#hooks.size > 0 || this.#consumer.retryAt !== null) this.#rest();
      else if (this.#runs.size === 0) await this.#end();
    } catch (error) {
      this.#parts.report("A round was cut short", error);
      this.#wakeIn(PAUSE_AFTER_FAILURE);
    }
  }

  async #end(): Promise<void> {
    this.#deliveries.close();
    await this.#parts.end();
    // Deliveries may have been listed meanwhile, which opens the tables again.
    this.#deliveries.close();
  }

  async #consumeEvents(): Promise<void> {
    for (let outcome = "more"; outcome === "more"; ) {
      outcome = await this.#consumer.consumePage();
      for (const hookId of this.#hooks.keys()) this.#start(hookId);
    }
  }

  async #readEvents(after: number | null, limit: number): Promise<HookEventPage> {
    const page = await this.#parts.readEvents(after, limit);
    this.#hooks.clear();
    for (const hook of page.hooks) this.#hooks.set(hook.id, hook);
    this.#deliveries.hooks.update(this.#hooks, this.#parts.clock());
    return page;
  }

  #queue(dispatches: readonly Dispatch[]): void {
    const isEnabled = (hookId: number) => this.#hooks.get(hookId)?.enabled === 1;
    const toEnabled = dispatches.map((dispatch) => ({ ...dispatch, hookIds: dispatch.hookIds.filter(isEnabled) }));
    this.#deliveries.add(toEnabled, this.#parts.clock());
  }

  #start(hookId: number): void {
    this.#startRun(hookId, "first");
    this.#startRun(hookId, "retry");
  }

  #startRun(hookId: number, kind: RunKind): void {
    const run = `${kind}-${hookId}`;
    if (this.#runs.has(run) || this.#next(hookId, kind) === null) return;
    this.#runs.add(run);
    this.#parts.background(this.#run(hookId, kind, run));
  }

  /** Attempts deliveries until none is due. An interrupted attempt leaves no trace and is repeated. */
  async #run(hookId: number, kind: RunKind, run: string): Promise<void> {
    try {
      for (let next = this.#next(hookId, kind); next !== null; next = this.#next(hookId, kind)) {
        const hook = this.#hooks.get(hookId);
        if (hook === undefined) return;
        if (isSetFor(hook, next)) await this.#attempt(hook, next);
        else this.#deliveries.endUnmade(next, NOT_SET);
        this.#start(hookId);
      }
    } catch (error) {
      this.#parts.report(`The deliveries to hook ${hookId} were interrupted`, error);
    } finally {
      this.#runs.delete(run);
      this.#rest();
    }
  }

  #next(hookId: number, kind: RunKind): DeliveryRow | null {
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
    // Switching off comes first: if the hook was edited meanwhile, the delivery must still be retried.
    const isOff = isGone(outcome) && (await this.#switchOff(hook, attempt));
    this.#deliveries.note(delivery, attempt, isOff || body.length > MOST_BYTES ? null : retryTime(delivery, attempt));
    if (isOff) this.#deliveries.hooks.giveUp(hook.id, "The receiver answered 410 to another delivery");
    else await this.#writeFailure(hook.id);
  }

  /** Never rejects: an attempt that could not be made is a failed one. */
  async #send(hook: HookRow, request: HookRequest): Promise<Attempt> {
    const at = this.#parts.clock();
    const failed = (reason: string): Attempt => {
      return { at, duration: 0, url: hook.url, headers: {}, outcome: { kind: "failed", reason } };
    };
    if (request.body.length > MOST_BYTES) return failed("The payload is larger than 25 MB");
    try {
      return await this.#parts.send(hook, request);
    } catch (error) {
      return failed(error instanceof Error ? error.message : String(error));
    }
  }

  async #switchOff(hook: HookRow, { at, outcome }: Attempt): Promise<boolean> {
    const failure = { last_error: failureOf(outcome), last_error_at: timestamp(at) };
    const isOff = await this.#parts.switchOff(hook, failure);
    if (isOff && this.#hooks.get(hook.id) === hook) this.#hooks.set(hook.id, { ...hook, enabled: 0 });
    return isOff;
  }

  /** Skipped when the database has these values already. */
  async #writeFailure(hookId: number): Promise<void> {
    const hook = this.#hooks.get(hookId);
    const state = this.#deliveries.hooks.find(hookId);
    if (hook === undefined || hook.enabled === 0 || state === null) return;
    const failure = failureToShow(state);
    if (failure.disabled_until === hook.disabled_until && failure.last_error_at === hook.last_error_at) return;
    await this.#parts.writeFailure(hookId, failure);
    if (this.#hooks.get(hookId) === hook) this.#hooks.set(hookId, { ...hook, ...failure });
  }

  /** Sets the alarm for the next due delivery, the next read, or the heartbeat, unless a run is in progress. */
  #rest(): void {
    if (this.#runs.size > 0) return;
    const now = this.#parts.clock();
    const isUnfinished = [...this.#hooks.keys()].some((hookId) => this.#deliveries.nextFirst(hookId, now) !== null);
    const next = Math.min(this.#deliveries.nextDue ?? never, this.#consumer.retryAt ?? never);
    if (isUnfinished || next <= now) this.#wakeIn(BACKSTOP);
    else this.#wakeIn(Math.min(HEARTBEAT, next - now));
  }

  #wakeIn(milliseconds: number): void {
    this.#parts.setAlarm(this.#parts.clock() + milliseconds);
  }
}

/** The time of the next attempt after a failed one, in milliseconds since 1970; null for none. */
function retryTime({ attempts, created_at }: DeliveryRow, { at, duration, outcome }: Attempt): number | null {
  const retryAfter = outcome.kind === "rejected" ? outcome.retryAfter : null;
  const time = nextAttempt(attempts + 1, at + duration, retryAfter);
  return time === null || time > created_at + LONGEST_LIFE ? null : time;
}

function failureToShow({ error, error_at, due }: HookState): HookFailure {
  if (error === null || error_at === null) return { disabled_until: null, last_error: null, last_error_at: null };
  return {
    disabled_until: due === null ? null : timestamp(due),
    last_error: error,
    last_error_at: timestamp(error_at),
  };
}

const never = Number.POSITIVE_INFINITY;

const timestamp = (milliseconds: number): string => new Date(milliseconds).toISOString();
