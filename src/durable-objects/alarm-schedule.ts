// When the alarm of a repository's object rings. A Durable Object has one alarm, for several kinds of work.
import { backoff } from "../events/backoff.ts";

/** Milliseconds until the alarm does what an interrupted request has left undone. */
export const BACKSTOP = 2_000;
/** Milliseconds. */
export const LONGEST_PAUSE = 60_000;

/** The next attempt to deliver the outbox, after failures in a row. */
export interface Retry {
  readonly failures: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** A later wake-up does not postpone an earlier one. @param set when the alarm rings; null if it is not set */
export const earliest = (set: number | null, wanted: number): number => Math.min(set ?? wanted, wanted);

/**
 * True if the alarm may deliver the outbox, for whichever work it was set. A retry beyond the longest pause was stored by a
 * clock that ran ahead.
 *
 * @param retry null without a failure
 */
export const isDue = (retry: Retry | null, now: number): boolean =>
  retry === null || retry.at <= now || retry.at > now + LONGEST_PAUSE;

/** The retry after a failed attempt. Requests try at any time, because their clients wait: they do not postpone it. */
export function retryAfter(retry: Retry | null, now: number): Retry {
  if (retry !== null && !isDue(retry, now)) return retry;
  const failures = retry?.failures ?? 0;
  return { failures: failures + 1, at: now + backoff(failures, BACKSTOP, LONGEST_PAUSE) };
}

/** The part of a Durable Object's storage that {@link EarliestAlarm} uses. */
export interface AlarmStorage {
  getAlarm(): Promise<number | null>;
  setAlarm(time: number): Promise<void>;
}

/** The alarm of an object, set to the earliest of the wake-ups that were asked for since it rang. */
export class EarliestAlarm {
  readonly #storage: AlarmStorage;
  /** Undefined until it is loaded: an earlier process may have set it. */
  #at: number | null | undefined;

  constructor(storage: AlarmStorage) {
    this.#storage = storage;
  }

  /** Call it before {@link set}. */
  async load(): Promise<void> {
    if (this.#at !== undefined) return;
    const stored = await this.#storage.getAlarm();
    if (this.#at === undefined) this.#at = stored;
  }

  /** The alarm rings and is no longer set. */
  rang(): void {
    this.#at = null;
  }

  /**
   * Stores the alarm even if it stays the same, because a transaction that was rolled back may have set it. Not awaited, so
   * that it is committed together with the writes for which it is set.
   */
  set(time: number): void {
    this.#at = earliest(this.#at ?? null, time);
    void this.#storage.setAlarm(this.#at);
  }
}
