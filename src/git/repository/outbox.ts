// What happened to the repository and is still to be told: written with the change itself, deleted once it was told.

import type { Oid } from "../objects/oid.ts";
import type { RefName } from "../refs/ref-name.ts";
import type { Sql } from "./sql.ts";

/** A ref was made, moved or deleted. */
export interface PushEvent {
  readonly kind: "push";
  readonly ref: RefName;
  /** Null for a new ref. */
  readonly before: Oid | null;
  /** Null for a deleted one. */
  readonly after: Oid | null;
  readonly userId: number;
  /** ISO 8601 with milliseconds. */
  readonly at: string;
  /** After all updates of this push; null while there is no branch. */
  readonly defaultBranch: string | null;
}

/** HEAD names another branch, or one for the first time without a push. */
export interface DefaultBranchEvent {
  readonly kind: "default_branch";
  readonly defaultBranch: string;
}

/** The repository is a whole copy of the one it was to be copied from. */
export interface CopiedEvent {
  readonly kind: "copied";
  readonly defaultBranch: string | null;
}

/** A merge request was merged, by the push that is told next. */
export interface MergedEvent {
  readonly kind: "merged";
  readonly mergeRequestId: number;
  readonly commit: Oid;
  /** Who accepted it. */
  readonly userId: number;
  /** JSON: what they wished to happen besides. */
  readonly options: unknown;
  /** ISO 8601 with milliseconds. */
  readonly at: string;
}

export type RepositoryEvent = PushEvent | DefaultBranchEvent | CopiedEvent | MergedEvent;

export interface OutboxEntry {
  /** Grows, and is never given out twice: tells a repeated delivery. */
  readonly id: number;
  readonly event: RepositoryEvent;
}

/** As many as a statement may have bound values. */
const EVENTS_AT_ONCE = 100;

export class Outbox {
  readonly #sql: Sql;
  readonly #wake: () => void;

  /** @param wake makes sure that somebody looks into the outbox soon, whatever happens to the request */
  constructor(sql: Sql, wake: () => void) {
    this.#sql = sql;
    this.#wake = wake;
  }

  /** Belongs in the transaction of what happened. */
  add(event: RepositoryEvent): void {
    this.addAll([event]);
  }

  /** In this order. Belongs in the transaction of what happened. */
  addAll(events: readonly RepositoryEvent[]): void {
    for (let at = 0; at < events.length; at += EVENTS_AT_ONCE) {
      const texts = events.slice(at, at + EVENTS_AT_ONCE).map((event) => JSON.stringify(event));
      this.#sql.run(`insert into outbox (event) values ${texts.map(() => "(?)").join(", ")}`, ...texts);
    }
    if (events.length > 0) this.#wake();
  }

  /** The oldest first. */
  next(limit: number): OutboxEntry[] {
    const rows = this.#sql.rows<{ id: number; event: string }>(
      "select id, event from outbox order by id limit +?",
      limit,
    );
    return rows.map(({ id, event }) => ({ id, event: JSON.parse(event) }));
  }

  delete(entries: readonly OutboxEntry[]): void {
    const ids = entries.map(({ id }) => id);
    this.#sql.run("delete from outbox where id in (select value from json_each(?))", JSON.stringify(ids));
  }
}
