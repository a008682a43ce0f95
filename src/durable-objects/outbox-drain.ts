// Drains a repository's outbox into the database, and composes the messages of pushes from what the database knows.
import type { Outbox, OutboxEntry } from "../git/repository/outbox.ts";
import type { Settings } from "../git/repository/settings.ts";
import type { AcceptedPush } from "../git/transport/post-receive.ts";
import { isDue, type Retry, retryAfter } from "./alarm-schedule.ts";

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
  readonly settings: Settings;
  /** Records entries in the database, and composes the messages of waiting pushes by the same statements. */
  deliver(entries: readonly OutboxEntry[], waiting: Iterable<WaitingPush>): Promise<void>;
  /** Sets the alarm, unless it rings earlier. @param time milliseconds since 1970 */
  wakeAt(time: number): void;
  /** Milliseconds since 1970. */
  clock(): number;
  isGone(): boolean;
  /** Logs a failed delivery. */
  report(error: unknown): void;
}

export class OutboxDrain {
  readonly #host: OutboxHost;
  readonly #waiting = new Set<WaitingPush>();
  #draining: Promise<void> = Promise.resolve();
  /** Null without a failure; undefined until it is read. Stored: another process may make the next attempt. */
  #retry: Retry | null | undefined;

  constructor(host: OutboxHost) {
    this.#host = host;
  }

  /** Never rejects: after a failure the alarm tries again. */
  run(): Promise<void> {
    return this.#inTurn(() => this.#deliverAll());
  }

  /** As {@link run}, for the alarm: after failures only once the next attempt is due. Sets the alarm for it otherwise. */
  runWhenDue(): Promise<void> {
    return this.#inTurn(async () => {
      // In turn, because a request may have failed meanwhile.
      const retry = this.#storedRetry();
      if (retry === null || isDue(retry, this.#host.clock())) await this.#deliverAll();
      else this.#host.wakeAt(retry.at);
    });
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    this.#draining = this.#draining.then(work);
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

  async #deliverAll(): Promise<void> {
    const { outbox, deliver, isGone, report } = this.#host;
    const next = () => outbox.next(ENTRIES_AT_ONCE);
    try {
      for (let entries = next(); entries.length > 0; entries = next()) {
        await deliver(entries, this.#waiting);
        outbox.delete(entries);
      }
      this.#forgetFailures();
    } catch (error) {
      if (isGone()) return;
      report(error);
      this.#tryAgain();
    }
  }

  #forgetFailures(): void {
    if (this.#storedRetry() !== null) this.#host.settings.delete("outbox_retry");
    this.#retry = null;
  }

  #tryAgain(): void {
    const { settings, clock, wakeAt } = this.#host;
    const retry = retryAfter(this.#storedRetry(), clock());
    if (retry !== this.#retry) settings.set("outbox_retry", JSON.stringify(retry));
    this.#retry = retry;
    wakeAt(retry.at);
  }

  #storedRetry(): Retry | null {
    if (this.#retry === undefined) {
      const stored = this.#host.settings.get("outbox_retry");
      this.#retry = stored === null ? null : (JSON.parse(stored) as Retry);
    }
    return this.#retry;
  }
}
