// Writes effects that may be reported twice: merges and pushes come from an outbox that delivers at least once.
import type { Database } from "../../db/database.ts";
import { GHOST_ID } from "../../db/queries/users/row.ts";
import type { Statement } from "../../db/statement.ts";

/**
 * Runs a batch that begins with `expectCondition`; does nothing when that is violated.
 *
 * @param statements for a user id: the ghost's if the user has been deleted meanwhile
 */
export async function writeOnce(
  db: Database,
  userId: number,
  statements: (userId: number) => readonly Statement[],
): Promise<void> {
  const attempt = await db.attempt(...statements(userId));
  switch (attempt.violated) {
    case undefined:
    case "stale_object":
      return;
    case "foreign_key":
      if (userId !== GHOST_ID) return writeOnce(db, GHOST_ID, statements);
  }
  throw new Error(`The batch violates ${attempt.violated}.`);
}
