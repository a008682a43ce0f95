// Tells people of what happens in a project, and mails it to them: what a notifier does, on a storage, a clock, an alarm
// and a post of whoever runs it.
import type { MailRow } from "../db/queries/notification-mails.ts";
import type { RepositoryStorage } from "../git/repository/sql.ts";
import { composeMail, type Mail } from "../services/notifications/compose-mail.ts";
import type { Told } from "../services/notifications/tell.ts";
import { isSigned, type SignedUnsubscription, signUnsubscription } from "../services/notifications/unsubscription.ts";
import { NotifierStore, type QueuedMail } from "./notifier-store.ts";

/** Where mails go. */
export interface Post {
  /** The address they are sent from. */
  readonly from: string;
  /** What they are to say; of those that are not to be sent (any more), nothing. */
  load(mails: readonly QueuedMail[]): Promise<readonly MailRow[]>;
  /** Throws when it is not taken. */
  send(mail: Mail): Promise<void>;
}

export interface NotifierParts {
  readonly storage: RepositoryStorage;
  /** Reads the stream behind an event and writes down who is told of it; what is read again is told nobody twice. */
  tell(after: number | null): Promise<Told>;
  /** Null where no mail is sent. */
  readonly post: Post | null;
  /** Milliseconds since 1970. */
  clock(): number;
  /** One alarm at a time: a new one takes the place of the one before. Null for none. */
  setAlarm(time: number | null): void;
  /** For the log. */
  report(what: string, cause: unknown): void;
}

/** Milliseconds. What happens within them is told at once. */
const DELAY = 200;
/** After which what was cut off goes on. */
const BACKSTOP = 5_000;
const LONGEST_PAUSE = 60_000;
/** Who records an event may die before it wakes the notifier, which therefore looks by itself so often, */
const HEARTBEAT = 600_000;
/** for so long after it found something. */
const ACTIVE = 3_600_000;
const MAILS_AT_ONCE = 50;
const CONCURRENT_MAILS = 10;
/** How long a mail that failed waits; after the last of its attempts it is given up. */
const PAUSES = [60_000, 300_000, 1_800_000, 7_200_000];

export class NotifierEngine {
  readonly #parts: NotifierParts;
  readonly #store: NotifierStore;
  #isOpen = false;
  #origin: string | null = null;
  /** When the alarm rings, as far as this life knows. */
  #alarm: number | null = null;
  /** Since it began to look last. */
  #isWoken = false;
  #failures = 0;

  constructor(parts: NotifierParts) {
    this.#parts = parts;
    this.#store = new NotifierStore(parts.storage);
  }

  /**
   * Something may have happened. It is told soon, together with what else happens until then.
   * @param origin `https://host`, as the server was called; null where nobody called it
   */
  wake(origin: string | null): void {
    this.#open();
    if (origin !== null && origin !== this.#origin) {
      this.#store.setFact("origin", origin);
      this.#origin = origin;
    }
    this.#isWoken = true;
    if (this.#alarm === null || this.#alarm > this.#parts.clock() + DELAY) this.#wakeIn(DELAY);
  }

  /** To be called by the alarm. Never throws. */
  async work(): Promise<void> {
    this.#isWoken = false;
    this.#wakeIn(BACKSTOP);
    try {
      this.#open();
      await this.#tell();
      await this.#sendMails();
      if (!this.#isWoken) this.#rest();
      this.#failures = 0;
    } catch (error) {
      this.#parts.report("Its events could not be told", error);
      this.#wakeIn(Math.min(BACKSTOP * 2 ** this.#failures, LONGEST_PAUSE));
      this.#failures += 1;
    }
  }

  /** Whether a link to unsubscribe is one that this notifier has sent. */
  async hasSigned(unsubscription: SignedUnsubscription): Promise<boolean> {
    this.#open();
    const secret = this.#store.fact<string>("secret");
    return secret !== null && isSigned(secret, unsubscription);
  }

  async #tell(): Promise<void> {
    for (let hasMore = true; hasMore; ) {
      const told = await this.#parts.tell(this.#store.position);
      if (told.upTo !== null && told.upTo !== this.#store.position) {
        const now = this.#parts.clock();
        this.#store.advance(told.upTo, this.#parts.post === null ? [] : told.events, now);
        this.#store.setFact("active_until", now + ACTIVE);
      }
      hasMore = told.hasMore;
    }
  }

  /** A few: what happens meanwhile is not to wait for all of them. */
  async #sendMails(): Promise<void> {
    const { post } = this.#parts;
    const mails = this.#store.dueMails(this.#parts.clock(), MAILS_AT_ONCE);
    const origin = this.#store.fact<string>("origin");
    if (post === null || origin === null || mails.length === 0) return;
    const rows = await post.load(mails);
    const byMail = new Map(rows.map((row) => [`${row.user_id} ${row.event_id}`, row]));
    for (let at = 0; at < mails.length; at += CONCURRENT_MAILS) {
      const some = mails.slice(at, at + CONCURRENT_MAILS);
      await Promise.all(
        some.map((mail) => this.#sendMail(post, origin, mail, byMail.get(`${mail.user_id} ${mail.event_id}`))),
      );
    }
  }

  /** What is cut off here is sent again: rather twice than never. */
  async #sendMail(post: Post, origin: string, mail: QueuedMail, row: MailRow | undefined): Promise<void> {
    if (row === undefined) return this.#store.deleteMail(mail);
    const target = { type: row.target_type, id: row.target_id, project_id: row.project_id };
    const token = await signUnsubscription(this.#secret(), { target, userId: row.user_id });
    const unsubscribeUrl = `${origin}/api/v3/unsubscribe?token=${token}`;
    try {
      await post.send(composeMail(row, { from: post.from, origin, unsubscribeUrl }));
    } catch (error) {
      return this.#noteFailure(mail, error);
    }
    this.#store.deleteMail(mail);
  }

  #noteFailure(mail: QueuedMail, error: unknown): void {
    const pause = PAUSES[mail.attempts];
    const which = `The mail of event ${mail.event_id} to user ${mail.user_id}`;
    if (pause === undefined) {
      this.#parts.report(`${which} was not taken, and is given up`, error);
      this.#store.deleteMail(mail);
    } else {
      this.#parts.report(`${which} was not taken`, error);
      this.#store.postpone(mail, this.#parts.clock() + pause);
    }
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

  /** Until there is a mail to send, or while it may be that nobody told it of something. */
  #rest(): void {
    const now = this.#parts.clock();
    const isActive = now < (this.#store.fact<number>("active_until") ?? 0);
    const canSend = this.#parts.post !== null && this.#store.fact<string>("origin") !== null;
    const mail = canSend ? this.#store.nextMail : null;
    const times = [...(isActive ? [now + HEARTBEAT] : []), ...(mail === null ? [] : [Math.max(now, mail)])];
    this.#setAlarm(times.length === 0 ? null : Math.min(...times));
  }

  #wakeIn(milliseconds: number): void {
    this.#setAlarm(this.#parts.clock() + milliseconds);
  }

  #setAlarm(time: number | null): void {
    this.#alarm = time;
    this.#parts.setAlarm(time);
  }

  #open(): void {
    if (this.#isOpen) return;
    this.#store.open();
    this.#isOpen = true;
  }
}
