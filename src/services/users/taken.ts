// Says which of an e-mail and a username was taken, once the database has refused them.
import type { Database } from "../../db/database.ts";
import { findTakenUser } from "../../db/queries/users/users.ts";

/** `path_taken`: a username in another case, or a group, has the path already. */
export type UserTaken = { kind: "email_taken" } | { kind: "username_taken" } | { kind: "path_taken" };

/** @param except the user who may go on holding them */
export async function whatIsTaken(
  db: Database,
  email: string,
  username: string,
  except: number | null,
): Promise<UserTaken> {
  const [[taken]] = await db.batch(findTakenUser(email, username, except));
  if (taken?.email_taken === 1) return { kind: "email_taken" };
  return { kind: taken?.username_taken === 1 ? "username_taken" : "path_taken" };
}
