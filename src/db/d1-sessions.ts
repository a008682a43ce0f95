// The driver for D1 with read replicas, through the Sessions API.

import { runBatch } from "./d1.ts";
import type { DatabaseCost, Driver } from "./database.ts";
import type { Statement } from "./statement.ts";

/** The constraints that a session may begin with in place of a bookmark, which names the oldest state it may read. */
export const PRIMARY = "first-primary";
export const ANYWHERE = "first-unconstrained";

/**
 * Begins at the primary. There each batch is a session of its own: a later batch of one session may be read from a
 * replica, and an edit that is decided again would read what made it stale. From elsewhere all batches are one session,
 * so that none reads an older state than those before it.
 */
export class D1Sessions implements Driver {
  readonly #binding: D1Database;
  #start = PRIMARY;
  #session: D1DatabaseSession | undefined;
  #bookmark: string | null = null;

  constructor(binding: D1Database) {
    this.#binding = binding;
  }

  startAt(start: string): void {
    this.#start = start;
    this.#session = undefined;
  }

  /** The newest state that a batch has seen or made; null before the first one. */
  get bookmark(): string | null {
    return this.#bookmark;
  }

  async run(statements: readonly Statement[], cost: DatabaseCost): Promise<Record<string, unknown>[][]> {
    const start = this.#start;
    const session = this.#session ?? this.#binding.withSession(start);
    if (start !== PRIMARY) this.#session = session;
    try {
      const results = await runBatch(session, statements, cost);
      this.#bookmark = laterBookmark(this.#bookmark, session.getBookmark());
      return results;
    } catch (error) {
      // The bookmark of a failed batch may be older than what made it fail.
      this.startAt(PRIMARY);
      // A replica may lack a migration, and the bookmark may be of another database.
      if (start === PRIMARY || !statements.every(({ reads }) => reads === true)) throw error;
    }
    cost.roundTrips += 1;
    cost.statements += statements.length;
    return await this.run(statements, cost);
  }
}

/** Bookmarks sort as texts, the oldest first (D1's glossary). */
export function laterBookmark(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return a > b ? a : b;
}
