// How far a notifier has read the stream of events, and the mails it has still to send: in its own SQLite database.
import type { MailKey } from "../db/queries/notifications/mails.ts";
import { type ObjectStorage, Sql } from "../durable-objects/sqlite.ts";
import type { NotifiedEvent } from "./notify.ts";

export interface QueuedMail extends MailKey {
  readonly id: number;
  /** Those that failed. */
  readonly attempts: number;
}

/**
 * What it keeps by name: `position` in the stream; `secret`, which signs; `failures` in a row to read the stream, and
 * those at one place of it `failing_since`; and, as these in milliseconds since 1970, `active_until`, `mail_from`, before
 * which no mail is taken, and `collect_from`.
 */
type FactName = "position" | "secret" | "failures" | "failing_since" | "active_until" | "mail_from" | "collect_from";

export class NotifierStore {
  readonly #sql: Sql;

  constructor(storage: ObjectStorage) {
    this.#sql = new Sql(storage);
  }

  /** Makes the tables, unless they are there. */
  open(): void {
    this.#sql.run("create table if not exists facts (name text primary key, value) without rowid");
    this.#sql.run(`create table if not exists mails (id integer primary key autoincrement, user_id integer not null,
      event_id integer not null, attempts integer not null default 0, due integer not null)`);
    this.#sql.run("create index if not exists mails_by_due on mails (due, id)");
  }

  /** Whether the tables were ever made. */
  get isThere(): boolean {
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

  deleteFacts(...names: FactName[]): void {
    this.#sql.run("delete from facts where name in (select value from json_each(?))", JSON.stringify(names));
  }

  /** The event up to which the stream was read; null before the first. */
  get position(): number | null {
    return this.fact<number>("position");
  }

  /** Queues mails and moves the position, or does neither. @param due milliseconds since 1970 */
  advance(position: number, mails: readonly NotifiedEvent[], due: number): void {
    this.#sql.transaction(() => {
      for (const { eventId, userIds } of mails) {
        this.#sql.run(
          "insert into mails (user_id, event_id, due) select value, ?, ? from json_each(?)",
          eventId,
          due,
          JSON.stringify(userIds),
        );
      }
      this.setFact("position", position);
    });
  }

  /** The next mails to send, those that waited longest first. */
  dueMails(now: number, limit: number): QueuedMail[] {
    return this.#sql.rows<QueuedMail>(
      "select id, user_id, event_id, attempts from mails where due <= ? order by due, id limit +?",
      now,
      limit,
    );
  }

  /** When a mail is to be sent next, in milliseconds since 1970; null while none waits. */
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
