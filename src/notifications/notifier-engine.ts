// Tells people of what happens in a project, and mails it to them: what a notifier does, on a storage, a clock, an alarm
// and a post of whoever runs it.
import type { MailRow } from "../db/queries/notifications/mails.ts";
import type { ObjectStorage } from "../durable-objects/sqlite.ts";
import { composeMail, type Mail } from "./compose-mail.ts";
import { refusalOf } from "./mail-refusal.ts";
import { NotifierStore, type QueuedMail } from "./notifier-store.ts";
import type { Told } from "./notify.ts";
import { isSigned, type SignedUnsubscription, signUnsubscription } from "./unsubscription.ts";

/** Where mails go. */
export interface Post {
  /** The address they are sent from. */
  readonly from: string;
  /** `https://host`: where they lead to. */
  readonly origin: string;
  /** What they are to say; of those that are not to be sent (any more), nothing. */
  load(mails: readonly QueuedMail[]): Promise<readonly MailRow[]>;
  /** Throws when it is not taken. */
  send(mail: Mail): Promise<void>;
}

export interface NotifierParts {
  readonly storage: ObjectStorage;
  /**
   * Reads so many events of the stream behind one of them and writes down who is told of them; what is read again is told
   * nobody twice. Null when the project is gone.
   */
  tell(after: number | null, limit: number): Promise<Told | null>;
  /** The event that is read next; null for none. */
  findNext(after: number | null): Promise<number | null>;
  /** Deletes a portion of what is too old. Answers whether there may be more. */
  collect(): Promise<boolean>;
  /** Null where no mail is sent. */
  readonly post: Post | null;
  /** Milliseconds since 1970. */
  clock(): number;
  /** One alarm at a time: a new one takes the place of the one before. */
  setAlarm(time: number): void;
  /** For the log. */
  report(what: string, cause: unknown): void;
  /** Frees the storage, and takes the alarm back. */
  end(): Promise<void>;
}

/** Milliseconds. What happens within them is told at once. */
const DELAY = 200;
/** After which what was cut off goes on. */
const BACKSTOP = 5_000;
const LONGEST_PAUSE = 60_000;
/** Who records an event may die before it wakes the notifier, which therefore looks by itself so often, */
const HEARTBEAT = 600_000;
/** for so long after it found something, */
const ACTIVE = 3_600_000;
/** and then so often. */
const SLOW_HEARTBEAT = 6 * 3_600_000;
/** Events read at once, of which each failure halves the number: */
const EVENTS_AT_ONCE = 50;
/** after so many it is one. */
const FAILURES_TO_ONE = 5;
/** One that so often more, and for so many milliseconds, could not be told is stepped over. */
const MOST_FAILURES = 5;
const LONGEST_FAILURE = 300_000;
const MAILS_AT_ONCE = 50;
const CONCURRENT_MAILS = 10;
/** How long a mail that failed waits; after the last of its attempts, about a day later, it is given up. */
const PAUSES = [60_000, 300_000, 1_800_000, 2 * 3_600_000, 6 * 3_600_000, 15 * 3_600_000];
/** How long all mails wait when so many were sent that the platform takes no more. */
const LIMIT_PAUSES = { limit: 60_000, day_limit: 3_600_000 };
const COLLECT_EVERY = 86_400_000;

export class NotifierEngine {
  readonly #parts: NotifierParts;
  readonly #store: NotifierStore;
  #isOpen = false;
  /** When the alarm rings, as far as this life knows. */
  #alarm: number | null = null;
  /** Since it began to look last. */
  #isWoken = false;
  /** When the stream is to be read again that could not be; milliseconds since 1970. */
  #readAgain: number | null = null;

  constructor(parts: NotifierParts) {
    this.#parts = parts;
    this.#store = new NotifierStore(parts.storage);
  }

  /** Something may have happened. It is told soon, together with what else happens until then. */
  wake(): void {
    this.#isWoken = true;
    if (this.#alarm === null || this.#alarm > this.#parts.clock() + DELAY) this.#wakeIn(DELAY);
  }

  /** To be called by the alarm. Never throws. */
  async work(): Promise<void> {
    this.#isWoken = false;
    this.#wakeIn(BACKSTOP);
    try {
      this.#open();
      if (!(await this.#tell())) return await this.#end();
      await this.#sendMails();
      await this.#collect();
      if (!this.#isWoken) this.#rest();
    } catch (error) {
      this.#parts.report("It could not look for what happened", error);
    }
  }

  /** Whether a link to unsubscribe is one that this notifier has sent. */
  async hasSigned(unsubscription: SignedUnsubscription): Promise<boolean> {
    const secret = this.#store.isThere ? this.#store.fact<string>("secret") : null;
    return secret !== null && isSigned(secret, unsubscription);
  }

  /** Answers whether there is such a project. What keeps it from being told does not keep mails from being sent. */
  async #tell(): Promise<boolean> {
    try {
      for (let hasMore = true; hasMore; ) {
        const told = await this.#tellPage();
        if (told === null) return false;
        this.#note(told);
        hasMore = told.hasMore;
      }
      if (this.#failures > 0) this.#store.deleteFacts("failures");
      this.#readAgain = null;
    } catch (error) {
      this.#parts.report("Its events could not be told", error);
      this.#noteFailure();
    }
    return true;
  }

  /** What keeps an event from being told may pass, but must not keep back what follows for good. */
  async #tellPage(): Promise<Told | null> {
    const { position } = this.#store;
    const failures = this.#failures;
    const failingFor = this.#parts.clock() - (this.#store.fact<number>("failing_since") ?? this.#parts.clock());
    if (failures < FAILURES_TO_ONE + MOST_FAILURES || failingFor < LONGEST_FAILURE) {
      return this.#parts.tell(position, Math.max(1, EVENTS_AT_ONCE >> Math.min(failures, FAILURES_TO_ONE + 1)));
    }
    // First, for while the database does not answer no event is to blame.
    const next = await this.#parts.findNext(position);
    try {
      return await this.#parts.tell(position, 1);
    } catch (error) {
      if (next === null) throw error;
      this.#parts.report(`Event ${next} could not be told, and nobody is told of it`, error);
      return { events: [], upTo: next, hasMore: true };
    }
  }

  #note({ upTo, events }: Told): void {
    if (upTo !== null && upTo !== this.#store.position) {
      const now = this.#parts.clock();
      this.#store.advance(upTo, this.#parts.post === null ? [] : events, now);
      this.#store.setFact("active_until", now + ACTIVE);
    }
    if (this.#store.fact("failing_since") === null) return;
    // What follows is read as carefully until there is no more, and has attempts of its own.
    this.#store.setFact("failures", Math.min(this.#failures, FAILURES_TO_ONE));
    this.#store.deleteFacts("failing_since");
  }

  #noteFailure(): void {
    const failures = this.#failures;
    const now = this.#parts.clock();
    this.#readAgain = now + Math.min(BACKSTOP * 2 ** failures, LONGEST_PAUSE);
    this.#store.setFact("failures", failures + 1);
    if (this.#store.fact("failing_since") === null) this.#store.setFact("failing_since", now);
  }

  get #failures(): number {
    return this.#store.fact<number>("failures") ?? 0;
  }

  /** All that are due, unless something happens meanwhile, which is told first. */
  async #sendMails(): Promise<void> {
    const { post } = this.#parts;
    if (post === null) return;
    try {
      for (let hasMore = true; hasMore; ) hasMore = (await this.#sendSome(post)) && !this.#isWoken;
    } catch (error) {
      this.#parts.report("Its mails could not be sent", error);
      this.#postponeMails(LONGEST_PAUSE);
    }
  }

  /** Answers whether there were any. */
  async #sendSome(post: Post): Promise<boolean> {
    if (this.#areMailsPostponed) return false;
    const mails = this.#store.dueMails(this.#parts.clock(), MAILS_AT_ONCE);
    if (mails.length === 0) return false;
    const rows = await post.load(mails);
    const byMail = new Map(rows.map((row) => [`${row.user_id} ${row.event_id}`, row]));
    for (let at = 0; at < mails.length && !this.#areMailsPostponed; at += CONCURRENT_MAILS) {
      const some = mails.slice(at, at + CONCURRENT_MAILS);
      await Promise.all(some.map((mail) => this.#sendMail(post, mail, byMail.get(`${mail.user_id} ${mail.event_id}`))));
    }
    return true;
  }

  /** What is cut off here is sent again: rather twice than never. */
  async #sendMail(post: Post, mail: QueuedMail, row: MailRow | undefined): Promise<void> {
    if (row === undefined) return this.#store.deleteMail(mail);
    const { from, origin } = post;
    const issuable = { type: row.target_type, id: row.target_id, project_id: row.project_id };
    const token = await signUnsubscription(this.#secret(), { issuable, userId: row.user_id });
    const unsubscribeUrl = `${origin}/api/v3/unsubscribe?token=${token}`;
    try {
      await post.send(composeMail(row, { from, origin, unsubscribeUrl }));
    } catch (error) {
      return this.#noteRefusal(mail, error);
    }
    this.#store.deleteMail(mail);
  }

  #noteRefusal(mail: QueuedMail, error: unknown): void {
    const refusal = refusalOf(error);
    const pause = PAUSES[mail.attempts];
    const which = `The mail of event ${mail.event_id} to user ${mail.user_id}`;
    if (refusal === "limit" || refusal === "day_limit") {
      if (!this.#areMailsPostponed) this.#parts.report("No more mails are taken for a while", error);
      this.#postponeMails(LIMIT_PAUSES[refusal]);
    } else if (refusal === "for_good" || pause === undefined) {
      this.#parts.report(`${which} was not taken, and is given up`, error);
      this.#store.deleteMail(mail);
    } else {
      this.#parts.report(`${which} was not taken`, error);
      this.#store.postpone(mail, this.#parts.clock() + pause);
    }
  }

  get #areMailsPostponed(): boolean {
    return this.#parts.clock() < this.#mailFrom;
  }

  get #mailFrom(): number {
    return this.#store.fact<number>("mail_from") ?? 0;
  }

  #postponeMails(milliseconds: number): void {
    this.#store.setFact("mail_from", Math.max(this.#mailFrom, this.#parts.clock() + milliseconds));
  }

  async #collect(): Promise<void> {
    const now = this.#parts.clock();
    if (now < (this.#store.fact<number>("collect_from") ?? 0)) return;
    this.#store.setFact("collect_from", now + COLLECT_EVERY);
    try {
      if (await this.#parts.collect()) this.#store.setFact("collect_from", now + BACKSTOP);
    } catch (error) {
      this.#parts.report("Its old notifications could not be deleted", error);
    }
  }

  async #end(): Promise<void> {
    await this.#parts.end();
    // Somebody may have woken it meanwhile, in vain.
    this.#isOpen = false;
    this.#alarm = null;
  }

  #secret(): string {
    const known = this.#store.fact<string>("secret");
    if (known !== null) return known;
    const made = [...crypto.getRandomValues(new Uint8Array(32))]
      .map((byte) => byte.toString(16).padStart(2, "0"))
      .join("");
    this.#store.setFact("secret", made);
    return made;
  }

  /** Until there is something to do, or it may be that nobody told it of something. */
  #rest(): void {
    const now = this.#parts.clock();
    const isActive = now < (this.#store.fact<number>("active_until") ?? 0);
    const mail = this.#parts.post === null ? null : this.#store.nextMail;
    const next = Math.min(
      now + (isActive ? HEARTBEAT : SLOW_HEARTBEAT),
      this.#readAgain ?? never,
      mail === null ? never : Math.max(mail, this.#mailFrom),
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
