// The Durable Object that notifies people of one project's events: runs notifications/notifier-engine.ts on its storage, its
// alarm, the database and the platform's mail service.
import { DurableObject } from "cloudflare:workers";
import type { Database } from "../db/database.ts";
import { openDatabase } from "../db/open.ts";
import { type Environment, parseEnvironment } from "../env.ts";
import { deleteExpired } from "../notifications/delete-expired.ts";
import { loadMails } from "../notifications/load-mails.ts";
import type { Post } from "../notifications/mail-sender.ts";
import { NotifierEngine } from "../notifications/notifier-engine.ts";
import { findNextEvent, notifyOfEvents } from "../notifications/notify.ts";
import type { SignedUnsubscription } from "../notifications/unsubscription.ts";
import { unsubscribe } from "../services/notifications/unsubscribe.ts";
import type { NotifierRpc } from "./notifiers.ts";

export class Notifier extends DurableObject<object> implements NotifierRpc {
  readonly #engine: NotifierEngine;

  constructor(state: DurableObjectState, bindings: object) {
    super(state, bindings);
    const { storage } = state;
    this.#engine = new NotifierEngine({
      storage,
      notify: (after, limit) =>
        notifyOfEvents(this.#database(), this.#projectId, { after, limit }, new Date().toISOString()),
      findNextEvent: (after) => findNextEvent(this.#database(), this.#projectId, after),
      deleteExpired: () => deleteExpired(this.#database(), this.#projectId, Date.now()),
      post: this.#post(),
      clock: Date.now,
      report: (what, cause) => console.error(`The notifier of project ${this.#projectId}: ${what}`, cause),
      // Not awaited, so that the alarm is committed together with the writes it is set for.
      setAlarm: (time) => void storage.setAlarm(time),
      async end() {
        await storage.deleteAlarm();
        await storage.deleteAll();
      },
    });
  }

  /** To be called when there may be new events, see {@link NotifierEngine.wake}. */
  wake(): void {
    this.#engine.wake();
  }

  override alarm(): Promise<void> {
    return this.#engine.work();
  }

  /** False for a link this notifier did not sign. */
  async unsubscribe(unsubscription: SignedUnsubscription): Promise<boolean> {
    if (!(await this.#engine.hasSigned(unsubscription))) return false;
    await unsubscribe(this.#database(), unsubscription);
    return true;
  }

  #post(): Post | null {
    const { MAIL: binding, MAIL_FROM: from, EXTERNAL_URL: origin } = this.#environment;
    if (binding === undefined || from === undefined || origin === undefined) return null;
    return {
      from,
      origin,
      load: (mails) => loadMails(this.#database(), mails, new Date().toISOString()),
      async send(mail) {
        await binding.send({ ...mail, headers: { ...mail.headers } });
      },
    };
  }

  get #projectId(): number {
    return Number(this.ctx.id.name);
  }

  get #environment(): Environment {
    return parseEnvironment(this.env);
  }

  #database(): Database {
    return openDatabase(this.#environment);
  }
}
