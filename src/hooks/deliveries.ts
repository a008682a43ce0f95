// The deliveries of one courier, finished and unfinished, in its own SQLite database.
import type { Sql } from "../durable-objects/sqlite.ts";
import { courierSteps } from "./courier-schema.ts";
import { type Attempt, failureOf, type HookRequest } from "./deliver.ts";
import { deleteOldDeliveries, makeRoom, type RetentionLimits, retentionLimits } from "./delivery-retention.ts";
import {
  type DeliveryRow,
  type DeliveryState,
  type DeliveryWithBody,
  MOST_BYTES_LISTED,
  NO_BODY,
  NOT_COMPOSED,
} from "./delivery-row.ts";
import { HookStates } from "./hook-states.ts";
import type { Dispatch } from "./read-events.ts";
import { webhookId } from "./sign.ts";
import type { RequiredSetting } from "./topics/topic.ts";

/** A row holds 2 MB. */
const BYTES_IN_PART = 1_000_000;
/** After this many deliveries in a row whose first attempt failed, the others wait until a retry succeeds. */
const MOST_FAILURES = 5;
/**
 * Milliseconds after the last failure when one of the waiting deliveries is attempted anyway, since those five deliveries
 * may themselves be the cause. Longer than the pause before the second retry, whose failure counts.
 */
const PROBED_AFTER = 360_000;

export class Deliveries {
  readonly hooks: HookStates;
  readonly #sql: Sql;
  readonly #limits: RetentionLimits;
  #isOpen = false;

  constructor(sql: Sql, limits = retentionLimits) {
    this.#sql = sql;
    this.#limits = limits;
    this.hooks = new HookStates(sql);
  }

  /** Creates the tables unless they exist. */
  open(): void {
    if (!this.#isOpen) this.#sql.migrate(courierSteps);
    this.#isOpen = true;
  }

  /** To be called after the storage was deleted. */
  close(): void {
    this.#isOpen = false;
  }

  /** Queues the deliveries of some events. To be run in a transaction. */
  add(dispatches: readonly Dispatch[], now: number): void {
    for (const dispatch of dispatches) this.#addDispatch(dispatch, now);
    makeRoom(this.#sql, this.#limits);
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

  /** The delivery whose first attempt is next; null while the deliveries of this hook have to wait. */
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

  /** The next delivery to retry. */
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

  /** As {@link list}, with the bodies as text. */
  listWithBodies(hookId: number, limit: number, offset: number): { rows: DeliveryWithBody[]; total: number } {
    const { rows, total } = this.list(hookId, limit, offset);
    return { rows: rows.map((row) => ({ row, body: this.#shortBody(row) })), total };
  }

  #shortBody(row: DeliveryRow): string | null {
    const sum = "select sum(length(content)) as bytes from bodies where id = ?";
    const bytes = this.#sql.first<{ bytes: number | null }>(sum, row.body_id)?.bytes ?? null;
    return bytes === null || bytes > MOST_BYTES_LISTED ? null : new TextDecoder().decode(this.body(row));
  }

  /** Fails a delivery without an attempt. */
  endUnmade({ id, state }: DeliveryRow, error: string): void {
    this.#sql.run(
      "update deliveries set state = 'failed', due = null, error = ? where id = ? and state = ?",
      error,
      id,
      state,
    );
  }

  /** Records an attempt. @param due the time of the next one; null for none */
  note({ id, hook_id, state }: DeliveryRow, attempt: Attempt, due: number | null): void {
    const error = failureOf(attempt.outcome);
    const next: DeliveryState = error === null ? "delivered" : due === null ? "failed" : "retrying";
    this.#sql.transaction(() => {
      this.#sql.run("update deliveries set attempts = attempts + 1 where id = ?", id);
      // It may have been given up during the attempt.
      this.#sql.run(
        "update deliveries set state = ?1, due = ?2 where id = ?3 and (state = ?4 or ?1 = 'delivered')",
        next,
        next === "retrying" ? due : null,
        id,
        state,
      );
      this.#noteAnswer(id, attempt, error);
      if (error === null) this.hooks.recordSuccess(hook_id);
      else this.hooks.recordFailure(hook_id, error, attempt.at, state === "waiting");
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

  /**
   * Records a delivery made on request, in a single attempt. If it succeeded, failed deliveries are retried now.
   *
   * @param repeated the delivery it repeats, whose body it shares
   * @param settings the hook must have when this delivery is repeated
   */
  addMade(
    hookId: number,
    request: HookRequest,
    settings: readonly RequiredSetting[],
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
        this.hooks.recordSuccess(hookId);
        this.hooks.retryNow(hookId, attempt.at);
      }
      return this.#only<DeliveryRow>("select * from deliveries where id = ?", id);
    });
  }

  /** Newest first, with their total. */
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

  /** The time of the next retry or probe, in milliseconds since 1970; null for none. */
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

  deleteOld(now: number): void {
    deleteOldDeliveries(this.#sql, now);
  }

  #only<Row extends object>(query: string, ...bindings: number[]): Row {
    const row = this.#sql.first<Row>(query, ...bindings);
    if (row === null) throw new Error("This query answers one row.");
    return row;
  }
}
