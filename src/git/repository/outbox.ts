// The outbox: events written in the transaction of the change, and deleted once they are delivered.

import type { Oid } from "../objects/oid.ts";
import type { RefName } from "../refs/ref-name.ts";
import type { Protection } from "./protected-branches.ts";
import type { Sql } from "./sql.ts";

/** A ref was created, moved or deleted. */
export interface PushEvent {
  readonly kind: "push";
  readonly ref: RefName;
  /** Null for a new ref. */
  readonly before: Oid | null;
  /** Null for a deleted ref. */
  readonly after: Oid | null;
  readonly userId: number;
  /** ISO 8601 with milliseconds. */
  readonly at: string;
  /** After all updates of the push; null while there are no branches. */
  readonly defaultBranch: string | null;
}

/** HEAD was set to another branch, or for the first time without a push. */
export interface DefaultBranchEvent {
  readonly kind: "default_branch";
  readonly defaultBranch: string;
}

/** The copy of another repository is complete. */
export interface CopiedEvent {
  readonly kind: "copied";
  readonly defaultBranch: string | null;
}

/** An import from another server has begun or ended. */
export type ImportEvent =
  | { readonly kind: "import"; readonly status: "started" }
  | { readonly kind: "import"; readonly status: "finished"; readonly defaultBranch: string | null }
  /** The error is shown to the project's masters. */
  | { readonly kind: "import"; readonly status: "failed"; readonly error: string };

/** A merge request was merged; the event of its push follows. */
export interface MergedEvent {
  readonly kind: "merged";
  readonly mergeRequestId: number;
  readonly commit: Oid;
  /** Null if its commits were not squashed; absent in entries of earlier versions. */
  readonly squashCommit?: Oid | null;
  /** The user who accepted it. */
  readonly userId: number;
  /** JSON: the options of the acceptance. */
  readonly options: unknown;
  /** ISO 8601 with milliseconds. */
  readonly at: string;
}

/** A branch was protected or unprotected, or its protection was changed, by a user's request. */
export interface ProtectionEvent {
  readonly kind: "protection";
  /** Short name, such as `main`. */
  readonly branch: string;
  /** Null for an unprotected branch. */
  readonly before: Protection | null;
  readonly after: Protection | null;
  readonly by: Protector;
}

/** The user who protects or unprotects a branch. */
export interface Protector {
  readonly userId: number;
  /** ISO 8601 with milliseconds. */
  readonly at: string;
  /** JSON: who acts as this user. */
  readonly impersonation: string;
}

/** A file was stored beside the objects, which changes the statistics. */
export interface UploadedEvent {
  readonly kind: "uploaded";
}

export type RepositoryEvent =
  | PushEvent
  | DefaultBranchEvent
  | CopiedEvent
  | ImportEvent
  | MergedEvent
  | ProtectionEvent
  | UploadedEvent;

export interface OutboxEntry {
  /** Ascending and never reused, so that a repeated delivery can be recognised. */
  readonly id: number;
  readonly event: RepositoryEvent;
}

/** Limit of bindings per statement. */
const EVENTS_AT_ONCE = 100;

export class Outbox {
  readonly #sql: Sql;
  readonly #wake: () => void;

  /** @param wake must ensure that the outbox is read soon, even if the current request fails */
  constructor(sql: Sql, wake: () => void) {
    this.#sql = sql;
    this.#wake = wake;
  }

  /** Belongs in the transaction of the change. */
  add(event: RepositoryEvent): void {
    this.addAll([event]);
  }

  /** Keeps the order. Belongs in the transaction of the change. */
  addAll(events: readonly RepositoryEvent[]): void {
    for (let at = 0; at < events.length; at += EVENTS_AT_ONCE) {
      const texts = events.slice(at, at + EVENTS_AT_ONCE).map((event) => JSON.stringify(event));
      this.#sql.run(`insert into outbox (event) values ${texts.map(() => "(?)").join(", ")}`, ...texts);
    }
    if (events.length > 0) this.#wake();
  }

  /** Oldest first. */
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
