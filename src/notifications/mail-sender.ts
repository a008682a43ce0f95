// Sends a notifier's queued mails: retries, platform limits, and signed links to unsubscribe.
import type { MailRow } from "../db/queries/notifications/mails.ts";
import { composeMail, type Mail } from "./compose-mail.ts";
import { refusalOf } from "./mail-refusal.ts";
import type { NotifierStore, QueuedMail } from "./notifier-store.ts";
import { isSigned, type SignedUnsubscription, signUnsubscription } from "./unsubscription.ts";

/** The platform's mail service. */
export interface Post {
  /** The sender's address. */
  readonly from: string;
  /** `https://host`, for the links in mails. */
  readonly origin: string;
  /** The contents as they are now. Mails that must not be sent (any more) have no row. */
  load(mails: readonly QueuedMail[]): Promise<readonly MailRow[]>;
  /** Rejects when the platform does not accept the mail. */
  send(mail: Mail): Promise<void>;
}

export interface MailSenderParts {
  /** Null where the server sends no mail. */
  readonly post: Post | null;
  /** Milliseconds since 1970. */
  clock(): number;
  /** For the log. */
  report(what: string, cause: unknown): void;
}

const MAILS_AT_ONCE = 50;
const CONCURRENT_MAILS = 10;
/** Milliseconds before each retry; a mail is given up after the last, about a day later. */
const PAUSES = [60_000, 300_000, 1_800_000, 2 * 3_600_000, 6 * 3_600_000, 15 * 3_600_000];
/** How long all mails wait after the platform's limit was reached. */
const LIMIT_PAUSES = { limit: 60_000, day_limit: 3_600_000 };
const PAUSE_AFTER_FAILURE = 60_000;

export class MailSender {
  readonly #store: NotifierStore;
  readonly #parts: MailSenderParts;

  constructor(store: NotifierStore, parts: MailSenderParts) {
    this.#store = store;
    this.#parts = parts;
  }

  get isEnabled(): boolean {
    return this.#parts.post !== null;
  }

  /** When to send next, in milliseconds since 1970; null for never. */
  get nextAt(): number | null {
    const due = this.isEnabled ? this.#store.nextMail : null;
    return due === null ? null : Math.max(due, this.#pausedUntil);
  }

  /** Sends all due mails. Stops early when `isInterrupted`, since new events take precedence. Never rejects. */
  async sendDue(isInterrupted: () => boolean): Promise<void> {
    const { post } = this.#parts;
    if (post === null) return;
    try {
      for (let hasMore = true; hasMore; ) hasMore = (await this.#sendSome(post)) && !isInterrupted();
    } catch (error) {
      this.#parts.report("The mails could not be sent", error);
      this.#pause(PAUSE_AFTER_FAILURE);
    }
  }

  /** False when there was none to send. */
  async #sendSome(post: Post): Promise<boolean> {
    if (this.#isPaused) return false;
    const mails = this.#store.dueMails(this.#parts.clock(), MAILS_AT_ONCE);
    if (mails.length === 0) return false;
    const rows = await post.load(mails);
    const byMail = new Map(rows.map((row) => [`${row.user_id} ${row.event_id}`, row]));
    for (let at = 0; at < mails.length && !this.#isPaused; at += CONCURRENT_MAILS) {
      const some = mails.slice(at, at + CONCURRENT_MAILS);
      await Promise.all(some.map((mail) => this.#send(post, mail, byMail.get(`${mail.user_id} ${mail.event_id}`))));
    }
    return true;
  }

  /** A mail interrupted here is sent again: rather twice than never. */
  async #send(post: Post, mail: QueuedMail, row: MailRow | undefined): Promise<void> {
    if (row === undefined) return this.#store.deleteMail(mail);
    const { from, origin } = post;
    const issuable = { type: row.target_type, id: row.target_id, project_id: row.project_id };
    const token = await signUnsubscription(this.#secret(), { issuable, userId: row.user_id });
    const unsubscribeUrl = `${origin}/api/v3/unsubscribe?token=${token}`;
    try {
      await post.send(composeMail(row, { from, origin, unsubscribeUrl }));
    } catch (error) {
      return this.#recordRefusal(mail, error);
    }
    this.#store.deleteMail(mail);
  }

  #recordRefusal(mail: QueuedMail, error: unknown): void {
    const refusal = refusalOf(error);
    const pause = PAUSES[mail.attempts];
    const which = `The mail about event ${mail.event_id} to user ${mail.user_id}`;
    if (refusal === "limit" || refusal === "day_limit") {
      if (!this.#isPaused) this.#parts.report("The platform's mail limit is reached", error);
      this.#pause(LIMIT_PAUSES[refusal]);
    } else if (refusal === "for_good" || pause === undefined) {
      this.#parts.report(`${which} was refused and is given up`, error);
      this.#store.deleteMail(mail);
    } else {
      this.#parts.report(`${which} was refused and is retried`, error);
      this.#store.postpone(mail, this.#parts.clock() + pause);
    }
  }

  get #isPaused(): boolean {
    return this.#parts.clock() < this.#pausedUntil;
  }

  get #pausedUntil(): number {
    return this.#store.fact<number>("mail_from") ?? 0;
  }

  #pause(milliseconds: number): void {
    this.#store.setFact("mail_from", Math.max(this.#pausedUntil, this.#parts.clock() + milliseconds));
  }

  /** True for a link to unsubscribe that this notifier has sent. */
  async hasSigned(unsubscription: SignedUnsubscription): Promise<boolean> {
    const secret = this.#store.exists ? this.#store.fact<string>("secret") : null;
    return secret !== null && isSigned(secret, unsubscription);
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
}
