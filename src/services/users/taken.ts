// Finds which of an e-mail address and a username is taken, after a unique constraint was violated.
import type { Database } from "../../db/database.ts";
import { findTakenUser } from "../../db/queries/users/writes.ts";

/** `path_taken`: the namespace's path belongs to a group, or to a user whose name differs only in letter case. */
export type UserTaken = { kind: "email_taken" } | { kind: "username_taken" } | { kind: "path_taken" };

/** @param except id of the user being edited */
export async function takenOutcome(
  db: Database,
  email: string,
  username: string,
  except: number | null,
): Promise<UserTaken> {
  const [[taken]] = await db.batch(findTakenUser(email, username, except));
  if (taken?.email_taken === 1) return { kind: "email_taken" };
  return { kind: taken?.username_taken === 1 ? "username_taken" : "path_taken" };
}
