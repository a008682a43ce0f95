// Consumes the event stream on behalf of one Durable Object: keeps the position, backs off when reading fails, and skips
// poison events. Its state lives in the object's own SQLite, so that a restarted process continues where the last one ended.
import type { Sql } from "../durable-objects/sqlite.ts";
import { backoff } from "./backoff.ts";

/** Part of the stream, read and prepared but not yet stored. */
export interface EventPage {
  /** The last event the page covers; null while there has been none. */
  readonly upTo: number | null;
  /** There are more events behind the page. */
  readonly hasMore: boolean;
  /** The event right behind the page could not be prepared; null for none. */
  readonly failure: { readonly eventId: number; readonly cause: unknown } | null;
}

export interface EventSource<Page extends EventPage> {
  /**
   * Reads up to `limit` events behind `after`; null when their project or group no longer exists. Events may be read again
   * after a crash.
   *
   * @param after null before the first event
   */
  read(after: number | null, limit: number): Promise<Page | null>;
  /** The id of the first event behind `after`; null for none. */
  findNext(after: number | null): Promise<number | null>;
  /** Stores what follows from a page, in the transaction that moves the position. */
  store(page: Page): void;
  /**
   * Records that a poison event is skipped, in the transaction that moves the position.
   *
   * @param page the page whose `failure` it was; null when reading it failed
   */
  skip(eventId: number, page: Page | null): void;
}

export interface ConsumerParts {
  readonly sql: Sql;
  /** Milliseconds since 1970. */
  clock(): number;
  /** For the log. */
  report(what: string, cause: unknown): void;
}

/** `gone`: the source no longer exists. `failed`: read again at {@link EventConsumer.retryAt}. */
export type PageOutcome = "more" | "drained" | "failed" | "gone";

interface State {
  readonly position: number | null;
  /** Events to read at once: halved by each failure, so that a poison event ends up alone. */
  readonly page_size: number;
  /** In a row. */
  readonly failures: number;
  /** In a row, of the next event alone. */
  readonly failures_alone: number;
  /** Milliseconds since 1970; null while nothing fails. */
  readonly failing_since: number | null;
}

/** To be run by a step of the embedding object's schema. */
export const consumerTable = `create table consumer (id integer primary key check (id = 1), position integer,
  page_size integer not null, failures integer not null, failures_alone integer not null, failing_since integer)`;

const PAGE_SIZE = 50;
const healthy = { page_size: PAGE_SIZE, failures: 0, failures_alone: 0, failing_since: null };

/** Milliseconds. */
const FIRST_PAUSE = 5_000;
const LONGEST_PAUSE = 60_000;
/** An event that failed alone this often, for at least this many milliseconds, is poison. */
const MOST_FAILURES = 5;
const LONGEST_FAILURE = 300_000;

export class EventConsumer<Page extends EventPage> {
  readonly #source: EventSource<Page>;
  readonly #parts: ConsumerParts;
  #retryAt: number | null = null;

  constructor(source: EventSource<Page>, parts: ConsumerParts) {
    this.#source = source;
    this.#parts = parts;
  }

  /** The last event consumed; null before the first. */
  get position(): number | null {
    return this.#state.position;
  }

  /** When to read again after a failure, in milliseconds since 1970; null while reading succeeds. */
  get retryAt(): number | null {
    return this.#retryAt;
  }

  /** Consumes one page. Never rejects: failures are reported, counted and retried. */
  async consumePage(): Promise<PageOutcome> {
    try {
      const outcome = await this.#consume();
      this.#retryAt = null;
      return outcome;
    } catch (error) {
      this.#recordFailure(error);
      return "failed";
    }
  }

  async #consume(): Promise<Exclude<PageOutcome, "failed">> {
    const { position, page_size } = this.#state;
    const isPoison = this.#isNextPoison;
    // Asked first: while the database is unavailable, no event is to blame.
    const next = isPoison ? await this.#source.findNext(position) : null;
    const page = await this.#read(position, page_size, next);
    if (page === "skipped") return "more";
    if (page === null) return "gone";
    this.#store(page);
    if (page.failure !== null) {
      if (!isPoison) throw new EventFailed(page.failure);
      this.#skip(page.failure.eventId, page, page.failure.cause);
      return "more";
    }
    if (page.hasMore) return "more";
    if (this.#state.failures > 0) this.#write({ position: this.position, ...healthy });
    return "drained";
  }

  /** @param next the event to skip if reading fails; null for none */
  async #read(position: number | null, limit: number, next: number | null): Promise<Page | null | "skipped"> {
    try {
      return await this.#source.read(position, limit);
    } catch (error) {
      if (next === null) throw error;
      this.#skip(next, null, error);
      return "skipped";
    }
  }

  #store(page: Page): void {
    const state = this.#state;
    if (page.upTo === null || page.upTo === state.position) return;
    this.#parts.sql.transaction(() => {
      this.#source.store(page);
      // The page size stays small until the stream is drained: poison events often come in groups.
      this.#write({ ...state, position: page.upTo, failures_alone: 0, failing_since: null });
    });
  }

  #skip(eventId: number, page: Page | null, cause: unknown): void {
    this.#parts.report(`Event ${eventId} is skipped: it failed again and again`, cause);
    this.#parts.sql.transaction(() => {
      this.#source.skip(eventId, page);
      this.#write({ ...this.#state, position: eventId, failures_alone: 0, failing_since: null });
    });
  }

  get #isNextPoison(): boolean {
    const { failures_alone, failing_since } = this.#state;
    const since = failing_since ?? Number.POSITIVE_INFINITY;
    return failures_alone >= MOST_FAILURES && this.#parts.clock() - since >= LONGEST_FAILURE;
  }

  #recordFailure(error: unknown): void {
    this.#parts.report("The event stream could not be consumed", error);
    const now = this.#parts.clock();
    const state = this.#state;
    this.#retryAt = now + backoff(state.failures, FIRST_PAUSE, LONGEST_PAUSE);
    const isAlone = state.page_size === 1 || error instanceof EventFailed;
    this.#write({
      position: state.position,
      page_size: isAlone ? state.page_size : state.page_size >> 1,
      failures: state.failures + 1,
      failures_alone: state.failures_alone + (isAlone ? 1 : 0),
      failing_since: state.failing_since ?? now,
    });
  }

  get #state(): State {
    return this.#parts.sql.first<State>("select * from consumer") ?? { position: null, ...healthy };
  }

  #write({ position, page_size, failures, failures_alone, failing_since }: State): void {
    this.#parts.sql.run(
      "insert or replace into consumer values (1, ?, ?, ?, ?, ?)",
      position,
      page_size,
      failures,
      failures_alone,
      failing_since,
    );
  }
}

/** One event failed, whatever the size of its page. */
class EventFailed extends Error {
  constructor({ eventId, cause }: { readonly eventId: number; readonly cause: unknown }) {
    super(`Event ${eventId} could not be prepared`, { cause });
  }
}
