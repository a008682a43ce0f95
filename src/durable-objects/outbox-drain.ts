// Drains a repository's outbox into the database, and composes the messages of pushes from what the database knows.
import type { Outbox, OutboxEntry } from "../git/repository/outbox.ts";
import type { Settings } from "../git/repository/settings.ts";
import type { AcceptedPush } from "../git/transport/post-receive.ts";
import { BACKSTOP, isDue, type Retry, retryAfter } from "./alarm-schedule.ts";

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

  constructor(host: OutboxHost) {
    this.#host = host;
  }

  /**
   * Never rejects: after a failure the alarm tries again.
   *
   * @param isForced false for the alarm: after failures it tries only once the retry is due, and is set for it
   */
  run(isForced = true): Promise<void> {
    this.#draining = this.#draining.then(() => this.#deliverAll(isForced)).catch((error) => this.#wakeSoon(error));
    return this.#draining;
  }

  /** For an attempt whose failure could not be stored. Later attempts are chained to this one. */
  #wakeSoon(error: unknown): void {
    const { clock, wakeAt, report } = this.#host;
    report(error);
    wakeAt(clock() + BACKSTOP);
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

  async #deliverAll(isForced: boolean): Promise<void> {
    const { outbox, settings, deliver, clock, wakeAt, isGone, report } = this.#host;
    if (isGone()) return;
    // Stored: another process may make the next attempt.
    const before: Retry | null = JSON.parse(settings.get("outbox_retry") ?? "null");
    if (!isForced && before !== null && !isDue(before, clock())) return wakeAt(before.at);
    const next = () => outbox.next(ENTRIES_AT_ONCE);
    try {
      for (let entries = next(); entries.length > 0; entries = next()) {
        await deliver(entries, this.#waiting);
        outbox.delete(entries);
      }
      if (before !== null) settings.delete("outbox_retry");
    } catch (error) {
      if (isGone()) return;
      report(error);
      const retry = retryAfter(before, clock());
      settings.set("outbox_retry", JSON.stringify(retry));
      wakeAt(retry.at);
    }
  }
}
