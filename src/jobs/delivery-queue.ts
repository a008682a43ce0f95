// What a courier has still to deliver, and how far it has read the stream of events: in its own SQLite database.
import type { Dispatch } from "../services/hooks/news.ts";

export interface QueuedDelivery {
  readonly id: number;
  readonly hook_id: number;
  readonly event_id: number;
  /** `X-Gitlab-Event` */
  readonly event: string;
}

/** A row holds 2 MB. */
const BYTES_IN_PART = 1_000_000;

export class DeliveryQueue {
  readonly #storage: DurableObjectStorage;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  /** Makes the tables, unless they are there. */
  open(): void {
    this.#run("create table if not exists position (event_id integer not null)");
    this.#run(`create table if not exists deliveries (id integer primary key autoincrement, hook_id integer not null,
      event_id integer not null, event text not null)`);
    this.#run("create index if not exists deliveries_of_hook on deliveries (hook_id, id)");
    this.#run("create index if not exists deliveries_of_event on deliveries (event_id)");
    this.#run(`create table if not exists bodies (event_id integer not null, part integer not null,
      content blob not null, primary key (event_id, part)) without rowid`);
  }

  /** The event up to which the stream was read; null before the first. */
  get position(): number | null {
    return this.#rows<{ event_id: number }>("select event_id from position")[0]?.event_id ?? null;
  }

  /** Queues all of it and moves the position, or does neither. */
  add(dispatches: readonly Dispatch[], position: number | null): void {
    this.#storage.transactionSync(() => {
      for (const dispatch of dispatches) this.#addDispatch(dispatch);
      if (position === null) return;
      this.#run("delete from position");
      this.#run("insert into position values (?)", position);
    });
  }

  #addDispatch({ eventId, event, body, hookIds }: Dispatch): void {
    for (const hookId of hookIds) {
      this.#run("insert into deliveries (hook_id, event_id, event) values (?, ?, ?)", hookId, eventId, event);
    }
    const bytes = new TextEncoder().encode(body);
    for (let part = 0; part * BYTES_IN_PART < bytes.length; part += 1) {
      const content = bytes.slice(part * BYTES_IN_PART, (part + 1) * BYTES_IN_PART);
      this.#run("insert into bodies values (?, ?, ?)", eventId, part, content.buffer);
    }
  }

  get isEmpty(): boolean {
    return this.#rows("select 1 as one from deliveries limit 1").length === 0;
  }

  /** The hooks something is waiting for. */
  waitingHooks(): number[] {
    return this.#rows<{ hook_id: number }>("select distinct hook_id from deliveries").map(({ hook_id }) => hook_id);
  }

  /** The oldest that waits for a hook. */
  next(hookId: number): QueuedDelivery | null {
    return (
      this.#rows<QueuedDelivery>("select * from deliveries where hook_id = ? order by id limit 1", hookId)[0] ?? null
    );
  }

  body({ event_id }: QueuedDelivery): Uint8Array<ArrayBuffer> {
    const parts = this.#rows<{ content: ArrayBuffer }>(
      "select content from bodies where event_id = ? order by part",
      event_id,
    );
    const body = new Uint8Array(parts.reduce((size, { content }) => size + content.byteLength, 0));
    let at = 0;
    for (const { content } of parts) {
      body.set(new Uint8Array(content), at);
      at += content.byteLength;
    }
    return body;
  }

  delete({ id, event_id }: QueuedDelivery): void {
    this.#storage.transactionSync(() => {
      this.#run("delete from deliveries where id = ?", id);
      this.#deleteBody(event_id);
    });
  }

  /** Forgets what waits for a hook that is gone. */
  deleteHook(hookId: number): void {
    for (let waiting = this.next(hookId); waiting !== null; waiting = this.next(hookId)) this.delete(waiting);
  }

  /** When no other hook is to have it. */
  #deleteBody(eventId: number): void {
    this.#run(
      "delete from bodies where event_id = ? and not exists (select 1 from deliveries d where d.event_id = bodies.event_id)",
      eventId,
    );
  }

  #run(query: string, ...bindings: (string | number | ArrayBuffer)[]): void {
    this.#storage.sql.exec(query, ...bindings);
  }

  #rows<Row extends object>(query: string, ...bindings: number[]): Row[] {
    return typedRows<Row>(this.#storage.sql.exec(query, ...bindings).toArray());
  }
}

/** The query says what it answers. */
function typedRows<Row extends object>(rows: object[]): Row[] {
  return rows as Row[];
}
