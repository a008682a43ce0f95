// The mails a notifier has yet to send, and its settings, in its own SQLite database.
import type { MailKey } from "../db/queries/notifications/mails.ts";
import type { Sql } from "../durable-objects/sqlite.ts";
import { notifierSteps } from "./notifier-schema.ts";
import type { NotifiedEvent } from "./notify.ts";

export interface QueuedMail extends MailKey {
  readonly id: number;
  /** The failed ones. */
  readonly attempts: number;
}

/**
 * Values kept by name: `secret` signs unsubscribe links; in milliseconds since 1970 `active_until`, `mail_from` (no mail is
 * sent earlier) and `collect_from`.
 */
type FactName = "secret" | "active_until" | "mail_from" | "collect_from";

export class NotifierStore {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Creates the tables unless they exist. */
  open(): void {
    this.#sql.migrate(notifierSteps);
  }

  /** False when the tables were never created. */
  get exists(): boolean {
    return this.#sql.first("select 1 as found from sqlite_master where type = 'table' and name = 'facts'") !== null;
  }

  fact<Value extends string | number>(name: FactName): Value | null {
    return this.#sql.first<{ value: Value }>("select value from facts where name = ?", name)?.value ?? null;
  }

  setFact(name: FactName, value: string | number): void {
    this.#sql.run(
      "insert into facts (name, value) values (?, ?) on conflict (name) do update set value = excluded.value",
      name,
      value,
    );
  }

  /** Queues the mails about some events. @param due milliseconds since 1970 */
  addMails(events: readonly NotifiedEvent[], due: number): void {
    for (const { eventId, userIds } of events) {
      this.#sql.run(
        "insert into mails (user_id, event_id, due) select value, ?, ? from json_each(?)",
        eventId,
        due,
        JSON.stringify(userIds),
      );
    }
  }

  /** The mails to send now, those due first in front. */
  dueMails(now: number, limit: number): QueuedMail[] {
    return this.#sql.rows<QueuedMail>(
      "select id, user_id, event_id, attempts from mails where due <= ? order by due, id limit +?",
      now,
      limit,
    );
  }

  /** When the next mail is due, in milliseconds since 1970; null for none. */
  get nextMail(): number | null {
    return this.#sql.first<{ due: number | null }>("select min(due) as due from mails")?.due ?? null;
  }

  postpone({ id }: QueuedMail, due: number): void {
    this.#sql.run("update mails set attempts = attempts + 1, due = ? where id = ?", due, id);
  }

  deleteMail({ id }: QueuedMail): void {
    this.#sql.run("delete from mails where id = ?", id);
  }
}
