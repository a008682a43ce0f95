// What a courier has delivered in the last days and has still to deliver, and how far it has read the stream of events: in
// its own SQLite database.

import type { HookRow } from "../db/queries/hooks/hooks.ts";
import { type ObjectStorage, Sql } from "../durable-objects/sqlite.ts";
import { courierSteps } from "./courier-schema.ts";
import { type Attempt, failureOf, type HookRequest } from "./deliver.ts";
import { isSetTo } from "./messages.ts";
import type { Dispatch } from "./read-events.ts";
import { webhookId } from "./sign.ts";
import type { HookSetting } from "./topics/topic.ts";

/** `waiting` for its first attempt, `retrying` after one that failed; the other two are ends. */
export type DeliveryState = "waiting" | "retrying" | "delivered" | "failed";

/** A delivery, with its last attempt. Times in milliseconds since 1970. */
export interface DeliveryRow {
  readonly id: number;
  readonly hook_id: number;
  readonly webhook_id: string;
  /** `X-Gitlab-Event` */
  readonly event: string;
  /** 0 for what could not be composed. */
  readonly body_id: number;
  readonly state: DeliveryState;
  readonly attempts: number;
  /** When it is tried again. */
  readonly due: number | null;
  readonly created_at: number;
  readonly attempted_at: number | null;
  /** Milliseconds */
  readonly duration: number | null;
  readonly url: string | null;
  /** JSON */
  readonly request_headers: string | null;
  readonly status: number | null;
  /** JSON */
  readonly response_headers: string | null;
  readonly response_body: string | null;
  readonly error: string | null;
  /** JSON: what its hook has to be set to. */
  readonly settings: string;
}

/** How a hook is doing. */
export interface HookState {
  readonly hook_id: number;
  /** Deliveries in a row whose first attempt failed. */
  readonly failures: number;
  /** Of the last attempt that failed; null since one that did not. */
  readonly error: string | null;
  /** Milliseconds since 1970. */
  readonly error_at: number | null;
  /** The next attempt to repeat a delivery, in milliseconds since 1970. */
  readonly due: number | null;
}

/** A row holds 2 MB. */
const BYTES_IN_PART = 1_000_000;
const DAY = 24 * 60 * 60 * 1_000;
const KEPT = 7 * DAY;
/** Milliseconds after which a delivery is tried no more, so that it is shown for a day as one that failed. */
export const LONGEST_LIFE = 6 * DAY;
/** Beyond these the oldest go before their time, those that have come to an end first. */
const mostHeld = { deliveries: 50_000, bytes: 500_000_000 };
/** After so many deliveries in a row whose first attempts failed, others wait for a repeated one that does not. */
const MOST_FAILURES = 5;
/**
 * Milliseconds without a failure after which one of those is tried all the same: the five may be to blame themselves. Longer
 * than the second repetition waits, whose failure counts.
 */
const PROBED_AFTER = 360_000;
const AT_ONCE = 200;
const NO_BODY = 0;
export const NOT_COMPOSED = "This could not be composed";
export const NOT_SET = "The hook is not set to hear of this any more";

export class Deliveries {
  readonly #sql: Sql;
  readonly #limits: typeof mostHeld;
  #isOpen = false;

  constructor(storage: ObjectStorage, limits = mostHeld) {
    this.#sql = new Sql(storage);
    this.#limits = limits;
  }

  /** Makes the tables, unless they are there. */
  open(): void {
    if (!this.#isOpen) this.#sql.migrate(courierSteps);
    this.#isOpen = true;
  }

  /** The storage was freed. */
  close(): void {
    this.#isOpen = false;
  }

  /** The event up to which the stream was read; null before the first. */
  get position(): number | null {
    return this.#sql.first<{ event_id: number }>("select event_id from position")?.event_id ?? null;
  }

  /** Queues all of it and moves the position, or does neither. */
  add(dispatches: readonly Dispatch[], position: number | null, now: number): void {
    this.#sql.transaction(() => {
      for (const dispatch of dispatches) this.#addDispatch(dispatch, now);
      if (position === null) return;
      this.#sql.run("delete from position");
      this.#sql.run("insert into position values (?)", position);
      this.#sql.run("delete from poison_events where event_id <= ?", position);
    });
    this.#makeRoom();
  }

  /** An event could not be composed. Answers how often that was so, and since when, in milliseconds since 1970. */
  poisonEvent(eventId: number, now: number): { times: number; since: number } {
    return this.#only(
      `insert into poison_events values (?, 1, ?) on conflict (event_id) do update set times = times + 1
        returning times, since`,
      eventId,
      now,
    );
  }

  #addDispatch({ eventId, event, body, settings, hookIds }: Dispatch, now: number): void {
    if (hookIds.length === 0) return;
    const bodyId = body === null ? NO_BODY : this.#addBody(new TextEncoder().encode(body));
    for (const hookId of hookIds) {
      this.#sql.run(
        `insert into deliveries (hook_id, webhook_id, event, body_id, state, error, attempts, created_at, settings)
          values (?, ?, ?, ?, ?, ?, 0, ?, ?)`,
        hookId,
        webhookId(eventId, hookId),
        event,
        bodyId,
        body === null ? "failed" : "waiting",
        body === null ? NOT_COMPOSED : null,
        now,
        JSON.stringify(settings),
      );
    }
  }

  #addBody(bytes: Uint8Array): number {
    const { id } = this.#only<{ id: number }>("select coalesce(max(id), 0) + 1 as id from bodies");
    for (let part = 0; part * BYTES_IN_PART < bytes.length; part += 1) {
      const content = bytes.slice(part * BYTES_IN_PART, (part + 1) * BYTES_IN_PART);
      this.#sql.run("insert into bodies values (?, ?, ?)", id, part, content);
    }
    return id;
  }

  /** The delivery whose first attempt is next; null also while the hook's have to wait. */
  nextFirst(hookId: number, now: number): DeliveryRow | null {
    return this.#sql.first<DeliveryRow>(
      `select * from deliveries where hook_id = ?1 and state = 'waiting' and not exists (
          select 1 from hook_states where hook_id = ?1 and failures >= ?2 and error_at > ?3
            and exists (select 1 from deliveries where hook_id = ?1 and state = 'retrying'))
        order by id limit 1`,
      hookId,
      MOST_FAILURES,
      now - PROBED_AFTER,
    );
  }

  /** The delivery that is to be tried again. */
  nextRetry(hookId: number, now: number): DeliveryRow | null {
    return this.#sql.first<DeliveryRow>(
      "select * from deliveries where hook_id = ? and state = 'retrying' and due <= ? order by due, id limit 1",
      hookId,
      now,
    );
  }

  body({ body_id }: DeliveryRow): Uint8Array<ArrayBuffer> {
    const parts = this.#sql.rows<{ content: ArrayBuffer }>(
      "select content from bodies where id = ? order by part",
      body_id,
    );
    const body = new Uint8Array(parts.reduce((size, { content }) => size + content.byteLength, 0));
    let at = 0;
    for (const { content } of parts) {
      body.set(new Uint8Array(content), at);
      at += content.byteLength;
    }
    return body;
  }

  /** Ends a delivery that is not to be made any more. */
  endUnmade({ id, state }: DeliveryRow, error: string): void {
    this.#sql.run(
      "update deliveries set state = 'failed', due = null, error = ? where id = ? and state = ?",
      error,
      id,
      state,
    );
  }

  /** Writes down what came of an attempt. @param due when there is to be another one */
  note({ id, hook_id, state }: DeliveryRow, attempt: Attempt, due: number | null): void {
    const error = failureOf(attempt.outcome);
    const next: DeliveryState = error === null ? "delivered" : due === null ? "failed" : "retrying";
    this.#sql.transaction(() => {
      this.#sql.run("update deliveries set attempts = attempts + 1 where id = ?", id);
      // It may have been given up while it was under way.
      this.#sql.run(
        "update deliveries set state = ?1, due = ?2 where id = ?3 and (state = ?4 or ?1 = 'delivered')",
        next,
        next === "retrying" ? due : null,
        id,
        state,
      );
      this.#noteAnswer(id, attempt, error);
      if (error === null) this.#clearFailures(hook_id);
      else this.#noteFailure(hook_id, error, attempt.at, state === "waiting");
    });
  }

  #noteAnswer(id: number, { at, duration, url, headers, outcome }: Attempt, error: string | null): void {
    const answer = "answer" in outcome ? outcome.answer : null;
    this.#sql.run(
      `update deliveries set attempted_at = ?, duration = ?, url = ?, request_headers = ?, status = ?,
        response_headers = ?, response_body = ?, error = ? where id = ?`,
      at,
      duration,
      url,
      JSON.stringify(headers),
      answer?.status ?? null,
      answer && JSON.stringify(answer.headers),
      answer?.body ?? null,
      error,
      id,
    );
  }

  #clearFailures(hookId: number): void {
    this.#sql.run(
      `update hook_states set failures = 0, error = null, error_at = null
        where hook_id = ? and (failures > 0 or error is not null)`,
      hookId,
    );
  }

  #noteFailure(hookId: number, error: string, at: number, isFirst: boolean): void {
    this.#sql.run(
      "update hook_states set failures = failures + ?, error = ?, error_at = ? where hook_id = ?",
      isFirst ? 1 : 0,
      error,
      at,
      hookId,
    );
  }

  /**
   * Writes down a delivery that was made at somebody's wish: one attempt, which decides. When it was taken, what
   * failed before is due.
   * @param repeated the delivery it repeats, whose body it shares
   * @param settings what the hook has to be set to when it is repeated
   */
  addMade(
    hookId: number,
    request: HookRequest,
    settings: readonly HookSetting[],
    attempt: Attempt,
    repeated: DeliveryRow | null,
  ): DeliveryRow {
    const error = failureOf(attempt.outcome);
    return this.#sql.transaction(() => {
      const shared = repeated === null ? null : this.find(hookId, repeated.id);
      this.#sql.run(
        `insert into deliveries (hook_id, webhook_id, event, body_id, state, attempts, created_at, settings)
          values (?, ?, ?, ?, ?, 1, ?, ?)`,
        hookId,
        request.id,
        request.event,
        shared?.body_id ?? this.#addBody(request.body),
        error === null ? "delivered" : "failed",
        attempt.at,
        JSON.stringify(settings),
      );
      const { id } = this.#only<{ id: number }>("select max(id) as id from deliveries");
      this.#noteAnswer(id, attempt, error);
      if (error === null) {
        this.#clearFailures(hookId);
        this.#makeDue(hookId, attempt.at);
      }
      return this.#only<DeliveryRow>("select * from deliveries where id = ?", id);
    });
  }

  /** The newest first, with how many there are in all. */
  list(hookId: number, limit: number, offset: number): { rows: DeliveryRow[]; total: number } {
    const rows = this.#sql.rows<DeliveryRow>(
      "select * from deliveries where hook_id = ? order by id desc limit +? offset +?",
      hookId,
      limit,
      offset,
    );
    return {
      rows,
      ...this.#only<{ total: number }>("select count(*) as total from deliveries where hook_id = ?", hookId),
    };
  }

  find(hookId: number, id: number): DeliveryRow | null {
    return this.#sql.first<DeliveryRow>("select * from deliveries where hook_id = ? and id = ?", hookId, id);
  }

  /** Takes the hooks as they are now: what concerns those that are gone, switched off, or written since, changes. */
  know(hooks: ReadonlyMap<number, HookRow>, now: number): void {
    const states = this.#sql.rows<{ hook_id: number; written_at: string | null }>("select * from hook_states");
    const known = new Set(states.map(({ hook_id }) => hook_id));
    for (const { id, updated_at } of hooks.values()) {
      if (!known.has(id)) this.#sql.run("insert into hook_states (hook_id, written_at) values (?, ?)", id, updated_at);
    }
    for (const { hook_id, written_at } of states) {
      const hook = hooks.get(hook_id);
      if (hook === undefined) this.#deleteHook(hook_id);
      else if (hook.enabled === 0) this.giveUp(hook_id, "The hook is switched off");
      else if (hook.updated_at !== written_at) this.#tryAgain(hook, written_at === null ? null : now);
    }
  }

  /** Whoever wrote a hook that failed may have mended it. */
  #tryAgain({ id, updated_at }: HookRow, now: number | null): void {
    this.#sql.transaction(() => {
      this.#sql.run("update hook_states set written_at = ?, failures = 0 where hook_id = ?", updated_at, id);
      if (now !== null) this.#makeDue(id, now);
    });
  }

  #makeDue(hookId: number, now: number): void {
    this.#sql.run("update deliveries set due = min(due, ?) where hook_id = ? and state = 'retrying'", now, hookId);
  }

  hookState(hookId: number): HookState | null {
    return this.#sql.first<HookState>(`${stateColumns} from hook_states s where s.hook_id = ?`, hookId);
  }

  /** When the next delivery is to be tried, again or although others failed, in milliseconds since 1970. */
  get nextDue(): number | null {
    return this.#only<{ due: number | null }>(
      `select min(due) as due from (
        select min(due) as due from deliveries where state = 'retrying'
        union all
        select min(s.error_at) + ?1 from hook_states s where s.failures >= ?2
          and exists (select 1 from deliveries d where d.hook_id = s.hook_id and d.state = 'waiting'))`,
      PROBED_AFTER,
      MOST_FAILURES,
    ).due;
  }

  /** Nothing more is sent to a hook that is switched off. */
  giveUp(hookId: number, error: string): void {
    // Each by its index.
    for (const state of ["waiting", "retrying"]) {
      this.#sql.run(
        `update deliveries set state = 'failed', due = null, error = coalesce(error, ?)
          where hook_id = ? and state = '${state}'`,
        error,
        hookId,
      );
    }
    this.#clearFailures(hookId);
  }

  /** Forgets a hook that is gone. */
  #deleteHook(hookId: number): void {
    this.#sql.transaction(() => {
      this.#sql.run("delete from deliveries where hook_id = ?", hookId);
      this.#sql.run("delete from hook_states where hook_id = ?", hookId);
    });
  }

  /** Forgets what is older than seven days, and gives up what has waited too long. */
  collect(now: number): void {
    this.#endLongWaiting(now - LONGEST_LIFE);
    for (let oldest = this.#oldest(1); (oldest[0]?.created_at ?? now) < now - KEPT; oldest = this.#oldest(1)) {
      this.#delete(this.#oldest(AT_ONCE).filter(({ created_at }) => created_at < now - KEPT));
    }
  }

  #endLongWaiting(since: number): void {
    const late = this.#sql.rows<DeliveryRow>(
      `select d.* from hook_states s join deliveries d on d.id =
          (select min(w.id) from deliveries w where w.hook_id = s.hook_id and w.state = 'waiting')
        where d.created_at < ?`,
      since,
    );
    for (const { hook_id } of late) {
      this.#sql.run(
        `update deliveries set state = 'failed', error = 'It waited for six days behind others that failed'
          where hook_id = ? and state = 'waiting' and created_at < ?`,
        hook_id,
        since,
      );
    }
  }

  #makeRoom(): void {
    while (this.#isFull) {
      const ended = this.#sql.rows<DeliveryRow>(
        "select * from deliveries where state in ('delivered', 'failed') order by id limit +?",
        AT_ONCE,
      );
      this.#delete(ended.length > 0 ? ended : this.#oldest(AT_ONCE));
    }
  }

  get #isFull(): boolean {
    const { deliveries, bytes } = this.#only<{ deliveries: number; bytes: number }>("select * from totals");
    return deliveries > this.#limits.deliveries || (bytes > this.#limits.bytes && deliveries > 0);
  }

  #oldest(limit: number): DeliveryRow[] {
    return this.#sql.rows<DeliveryRow>("select * from deliveries order by id limit +?", limit);
  }

  #delete(rows: readonly DeliveryRow[]): void {
    const unrecorded = rows.filter(({ state }) => state === "waiting" || state === "retrying");
    if (unrecorded.length > 0)
      console.error(`${unrecorded.length} deliveries to hooks were given up before they were made`);
    const ids = JSON.stringify(rows.map(({ id }) => id));
    this.#sql.run("delete from deliveries where id in (select value from json_each(?))", ids);
  }

  #only<Row extends object>(query: string, ...bindings: number[]): Row {
    const row = this.#sql.first<Row>(query, ...bindings);
    if (row === null) throw new Error("This query answers one row.");
    return row;
  }
}

/** Whether a hook may be sent this: it may have been set otherwise since it was queued. */
export const isSetFor = (hook: HookRow, delivery: DeliveryRow): boolean => isSetTo(hook, settingsOf(delivery));

/** The courier's own JSON. */
export const settingsOf = ({ settings }: DeliveryRow): HookSetting[] => JSON.parse(settings);

export const isComposed = ({ body_id }: DeliveryRow): boolean => body_id !== NO_BODY;

const stateColumns = `select s.*, (select min(d.due) from deliveries d where d.hook_id = s.hook_id and d.state = 'retrying') as due`;
