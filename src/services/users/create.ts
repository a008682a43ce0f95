// Creates a user and their personal namespace.
import type { UserRow } from "../../db/queries/users/row.ts";
import { findUserByUsername } from "../../db/queries/users/users.ts";
import { insertPersonalNamespace, insertUser, userIdOf } from "../../db/queries/users/writes.ts";
import { recordAudit } from "../../events/audit.ts";
import { recordEvent } from "../../events/events.ts";
import { type FieldErrors, hasErrors, type VerbContext } from "../verb.ts";
import { type UserAttributes, userColumnsFrom } from "./attributes.ts";
import { takenOutcome, type UserTaken } from "./taken.ts";

export type CreateUserOutcome =
  | { kind: "created"; user: UserRow }
  | { kind: "invalid"; errors: FieldErrors }
  | UserTaken;

export async function createUser(
  context: VerbContext,
  attributes: UserAttributes & { email: string; username: string; name: string },
): Promise<CreateUserOutcome> {
  const { changes, errors } = userColumnsFrom(attributes);
  if (hasErrors(errors)) return { kind: "invalid", errors };
  const { db, now } = context;
  const { email, username, name } = attributes;
  const attempt = await db.attempt(
    insertUser({ ...changes, email, username, name, created_at: now, updated_at: now }),
    insertPersonalNamespace(username, now),
    recordEvent(context, { kind: "user_created", target_id: userIdOf(username) }),
    recordAudit(context, { kind: "user_created", userId: userIdOf(username) }),
    findUserByUsername(username),
  );
  if (attempt.violated !== undefined) return takenOutcome(db, email, username, null);
  const user = attempt.rows[4][0];
  if (user === undefined) throw new Error("A batch did not return the user it inserted.");
  return { kind: "created", user };
}
