// Drains a repository's outbox into the database, and composes the messages of pushes from what the database knows.
import { backoff } from "../events/backoff.ts";
import type { Outbox, OutboxEntry } from "../git/repository/outbox.ts";
import type { AcceptedPush } from "../git/transport/post-receive.ts";

/** Milliseconds until the alarm drains what an interrupted request has left in the outbox. */
export const BACKSTOP = 2_000;
const LONGEST_PAUSE = 60_000;
const ENTRIES_AT_ONCE = 100;

/** A push whose client waits for its message. */
export interface WaitingPush extends AcceptedPush {
  /** `https://host`, as the client called this server. */
  readonly server: string;
  /** Null until the message is composed. */
  messages: readonly string[] | null;
}

interface OutboxHost {
  readonly outbox: Outbox;
  /** Records entries in the database, and composes the messages of waiting pushes by the same statements. */
  deliver(entries: readonly OutboxEntry[], waiting: Iterable<WaitingPush>): Promise<void>;
  /** Sets the alarm. */
  wakeIn(milliseconds: number): void;
  isGone(): boolean;
  /** Logs a failed delivery. */
  report(error: unknown): void;
}

export class OutboxDrain {
  readonly #host: OutboxHost;
  readonly #waiting = new Set<WaitingPush>();
  #draining: Promise<boolean> = Promise.resolve(true);
  #failures = 0;

  constructor(host: OutboxHost) {
    this.#host = host;
  }

  /** Never rejects: after a failure the alarm tries again. */
  async run(): Promise<void> {
    await this.#tryOnce();
  }

  /** As {@link run}, for the alarm: only its failures lengthen the pause, since one push alone makes several attempts. */
  async retry(): Promise<void> {
    if (!(await this.#tryOnce())) this.#failures += 1;
  }

  #tryOnce(): Promise<boolean> {
    this.#draining = this.#draining.then(() => this.#deliverAll());
    return this.#draining;
  }

  /**
   * The message of a push whose entries are in the outbox, which is drained. Never rejects; empty after a failure.
   *
   * @param server `https://host`, as the client called this server; null where that is unknown
   */
  async messagesFor(push: AcceptedPush, server: string | null): Promise<readonly string[]> {
    if (server === null) return [];
    const waiting: WaitingPush = { ...push, server, messages: null };
    this.#waiting.add(waiting);
    await this.run();
    this.#waiting.delete(waiting);
    return waiting.messages ?? [];
  }

  /** False after a failure. */
  async #deliverAll(): Promise<boolean> {
    const { outbox, deliver, isGone, report, wakeIn } = this.#host;
    const next = () => outbox.next(ENTRIES_AT_ONCE);
    try {
      for (let entries = next(); entries.length > 0; entries = next()) {
        await deliver(entries, this.#waiting);
        outbox.delete(entries);
      }
      this.#failures = 0;
      return true;
    } catch (error) {
      if (isGone()) return true;
      report(error);
      wakeIn(backoff(this.#failures, BACKSTOP, LONGEST_PAUSE));
      return false;
    }
  }
}
