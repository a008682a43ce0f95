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
  /**
   * The id of the first event behind `after`; null for none. Tells an outage from a poison event after `read` has rejected.
   * Null for a source that reports failing events by name, as {@link EventPage.failure}.
   */
  readonly findNext: ((after: number | null) => Promise<number | null>) | null;
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
  /** Events to read at once: halved when reading them fails, so that a poison event ends up alone. */
  readonly page_size: number;
  /** In a row. */
  readonly failures: number;
  /** The event that failed alone last; null for none. */
  readonly failing_event: number | null;
  /** How often it has failed alone. */
  readonly failures_alone: number;
  /** When it failed first, in milliseconds since 1970. */
  readonly failing_since: number | null;
}

/** To be run by a step of the embedding object's schema. */
export const consumerTable = `create table consumer (id integer primary key check (id = 1), position integer,
  page_size integer not null, failures integer not null, failing_event integer, failures_alone integer not null,
  failing_since integer)`;

const PAGE_SIZE = 50;
const healthy = { page_size: PAGE_SIZE, failures: 0, failing_event: null, failures_alone: 0, failing_since: null };

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
      return this.#handleFailure(error);
    }
  }

  async #consume(): Promise<"more" | "drained" | "gone"> {
    const { position, page_size } = this.#state;
    const page = await this.#source.read(position, page_size);
    if (page === null) return "gone";
    this.#store(page);
    if (page.failure !== null) throw new EventFailed<Page>(page.failure, page);
    if (page.hasMore) return "more";
    if (this.#state.failures > 0) this.#write({ position: this.position, ...healthy });
    return "drained";
  }

  #store(page: Page): void {
    const state = this.#state;
    if (page.upTo === null || page.upTo === state.position) return;
    this.#parts.sql.transaction(() => {
      this.#source.store(page);
      // The page size stays as it is until the stream is drained: poison events often come in groups.
      this.#write({ ...state, position: page.upTo });
    });
  }

  async #handleFailure(error: unknown): Promise<"more" | "failed"> {
    const blame = error instanceof EventFailed ? error : await this.#findBlame(error);
    if (blame instanceof EventFailed && this.#isPoison(blame.eventId)) {
      this.#skip(blame);
      return "more";
    }
    this.#recordFailure(error, blame);
    return "failed";
  }

  /** Why a read was rejected: because of the only event on the page, because of some event on it, or by an outage. */
  async #findBlame(cause: unknown): Promise<EventFailed<Page> | "page" | "outage"> {
    const { position, page_size } = this.#state;
    if (this.#source.findNext === null) return "outage";
    try {
      const eventId = await this.#source.findNext(position);
      return page_size === 1 && eventId !== null ? new EventFailed<Page>({ eventId, cause }, null) : "page";
    } catch {
      // The failure of the read is the one to report.
      return "outage";
    }
  }

  #isPoison(eventId: number): boolean {
    const { failing_event, failures_alone, failing_since } = this.#state;
    if (failing_event !== eventId || failing_since === null) return false;
    return failures_alone >= MOST_FAILURES && this.#parts.clock() - failing_since >= LONGEST_FAILURE;
  }

  #skip({ eventId, page, cause }: EventFailed<Page>): void {
    this.#parts.report(`Event ${eventId} is skipped: it failed again and again`, cause);
    this.#parts.sql.transaction(() => {
      this.#source.skip(eventId, page);
      this.#write({ ...this.#state, position: eventId, failing_event: null, failures_alone: 0, failing_since: null });
    });
  }

  #recordFailure(error: unknown, blame: EventFailed<Page> | "page" | "outage"): void {
    this.#parts.report("The event stream could not be consumed", error);
    const now = this.#parts.clock();
    const state = this.#state;
    this.#retryAt = now + backoff(state.failures, FIRST_PAUSE, LONGEST_PAUSE);
    const failures = state.failures + 1;
    if (blame === "outage") this.#write({ ...state, failures });
    else if (blame === "page") this.#write({ ...state, failures, page_size: Math.max(1, state.page_size >> 1) });
    else if (blame.eventId === state.failing_event) {
      this.#write({ ...state, failures, failures_alone: state.failures_alone + 1 });
    } else {
      this.#write({ ...state, failures, failing_event: blame.eventId, failures_alone: 1, failing_since: now });
    }
  }

  get #state(): State {
    return this.#parts.sql.first<State>("select * from consumer") ?? { position: null, ...healthy };
  }

  #write({ position, page_size, failures, failing_event, failures_alone, failing_since }: State): void {
    this.#parts.sql.run(
      "insert or replace into consumer values (1, ?, ?, ?, ?, ?, ?)",
      position,
      page_size,
      failures,
      failing_event,
      failures_alone,
      failing_since,
    );
  }
}

/** One event failed, whatever the size of its page. */
class EventFailed<Page> extends Error {
  readonly eventId: number;
  /** The events before it; null when reading it failed. */
  readonly page: Page | null;

  constructor({ eventId, cause }: { readonly eventId: number; readonly cause: unknown }, page: Page | null) {
    super(`Event ${eventId} could not be prepared`, { cause });
    this.eventId = eventId;
    this.page = page;
  }
}
