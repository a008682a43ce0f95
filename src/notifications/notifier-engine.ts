// Notifies people of the events of one project, on the site and by mail. Storage, clock, alarm and mail service are
// parameters, so that tests can kill it anywhere.
import { type ObjectStorage, Sql } from "../durable-objects/sqlite.ts";
import { EventConsumer } from "../events/consumer.ts";
import { MailSender, type Post } from "./mail-sender.ts";
import { NotifierStore } from "./notifier-store.ts";
import type { NotifiedPage } from "./notify.ts";
import type { SignedUnsubscription } from "./unsubscription.ts";

export interface NotifierParts {
  readonly storage: ObjectStorage;
  /**
   * Reads up to `limit` events behind `after` and stores the notifications that follow. Idempotent: nobody is notified of
   * an event twice. Null when the project is gone.
   */
  notify(after: number | null, limit: number): Promise<NotifiedPage | null>;
  findNextEvent(after: number | null): Promise<number | null>;
  /** Deletes some of the records that have expired. True when there may be more. */
  deleteExpired(): Promise<boolean>;
  /** Null where the server sends no mail. */
  readonly post: Post | null;
  /** Milliseconds since 1970. */
  clock(): number;
  /** Replaces the previous alarm. */
  setAlarm(time: number): void;
  /** For the log. */
  report(what: string, cause: unknown): void;
  /** Deletes the storage and the alarm. */
  end(): Promise<void>;
}

/** Milliseconds to wait for further events, which are then handled together. */
const DELAY = 200;
/** Milliseconds until the alarm resumes interrupted work. */
const BACKSTOP = 5_000;
/** A process may die between recording an event and waking the notifier, so it also wakes by itself this often, */
const HEARTBEAT = 600_000;
/** for this long after the last event, */
const ACTIVE = 3_600_000;
/** and then this often. */
const SLOW_HEARTBEAT = 6 * 3_600_000;
const DELETE_EXPIRED_EVERY = 86_400_000;

export class NotifierEngine {
  readonly #parts: NotifierParts;
  readonly #store: NotifierStore;
  readonly #consumer: EventConsumer<NotifiedPage>;
  readonly #mails: MailSender;
  #isOpen = false;
  /** The alarm's time as far as this process knows. */
  #alarm: number | null = null;
  /** Since the current work began. */
  #isWoken = false;

  constructor(parts: NotifierParts) {
    this.#parts = parts;
    const sql = new Sql(parts.storage);
    const common = { sql, clock: () => parts.clock(), report: (what: string, why: unknown) => parts.report(what, why) };
    this.#store = new NotifierStore(sql);
    this.#mails = new MailSender(this.#store, { ...common, post: parts.post });
    this.#consumer = new EventConsumer<NotifiedPage>(
      {
        read: (after, limit) => parts.notify(after, limit),
        findNext: (after) => parts.findNextEvent(after),
        store: (page) => this.#queueMails(page),
        skip: () => {},
      },
      common,
    );
  }

  /** To be called when there may be new events. They are handled after a short delay, together. */
  wake(): void {
    this.#isWoken = true;
    if (this.#alarm === null || this.#alarm > this.#parts.clock() + DELAY) this.#wakeIn(DELAY);
  }

  /** To be called by the alarm. Never rejects. */
  async work(): Promise<void> {
    this.#isWoken = false;
    this.#wakeIn(BACKSTOP);
    try {
      this.#open();
      if (!(await this.#consumeEvents())) return await this.#end();
      await this.#mails.sendDue(() => this.#isWoken);
      await this.#deleteExpired();
      if (!this.#isWoken) this.#rest();
    } catch (error) {
      this.#parts.report("The work was cut short", error);
    }
  }

  /** True for a link to unsubscribe that this notifier has sent. */
  hasSigned(unsubscription: SignedUnsubscription): Promise<boolean> {
    return this.#mails.hasSigned(unsubscription);
  }

  /** False when the project is gone. A failure here does not keep mails from being sent. */
  async #consumeEvents(): Promise<boolean> {
    for (;;) {
      const outcome = await this.#consumer.consumePage();
      if (outcome !== "more") return outcome !== "gone";
    }
  }

  #queueMails({ events }: NotifiedPage): void {
    const now = this.#parts.clock();
    if (this.#mails.isEnabled) this.#store.addMails(events, now);
    this.#store.setFact("active_until", now + ACTIVE);
  }

  async #deleteExpired(): Promise<void> {
    const now = this.#parts.clock();
    if (now < (this.#store.fact<number>("collect_from") ?? 0)) return;
    this.#store.setFact("collect_from", now + DELETE_EXPIRED_EVERY);
    try {
      if (await this.#parts.deleteExpired()) this.#store.setFact("collect_from", now + BACKSTOP);
    } catch (error) {
      this.#parts.report("Expired records could not be deleted", error);
    }
  }

  async #end(): Promise<void> {
    await this.#parts.end();
    // It may have been woken meanwhile, which no longer matters.
    this.#isOpen = false;
    this.#alarm = null;
  }

  /** Sets the alarm for whatever is due first. */
  #rest(): void {
    const now = this.#parts.clock();
    const isActive = now < (this.#store.fact<number>("active_until") ?? 0);
    const next = Math.min(
      now + (isActive ? HEARTBEAT : SLOW_HEARTBEAT),
      this.#consumer.retryAt ?? never,
      this.#mails.nextAt ?? never,
      this.#store.fact<number>("collect_from") ?? never,
    );
    this.#setAlarm(Math.max(now, next));
  }

  #wakeIn(milliseconds: number): void {
    this.#setAlarm(this.#parts.clock() + milliseconds);
  }

  #setAlarm(time: number): void {
    this.#alarm = time;
    this.#parts.setAlarm(time);
  }

  #open(): void {
    if (this.#isOpen) return;
    this.#store.open();
    this.#isOpen = true;
  }
}

const never = Number.POSITIVE_INFINITY;
