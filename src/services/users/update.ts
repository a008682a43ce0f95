// Updates a user. A new username renames their namespace, which changes the paths of their projects.
import { insertColumnEvents } from "../../db/queries/audit-events/columns.ts";
import type { UserRow } from "../../db/queries/users/row.ts";
import { findUserById } from "../../db/queries/users/users.ts";
import {
  changesUser,
  renamePersonalNamespace,
  restrictExternal,
  updateUser as write,
} from "../../db/queries/users/writes.ts";
import { recordEvent } from "../../events/events.ts";
import { type FieldErrors, hasErrors, type VerbContext } from "../verb.ts";
import { type UserAttributes, userColumnsFrom } from "./attributes.ts";
import { takenOutcome, type UserTaken } from "./taken.ts";

export type UpdateUserOutcome =
  | { kind: "updated"; user: UserRow }
  | { kind: "gone" }
  | { kind: "invalid"; errors: FieldErrors }
  | UserTaken;

export async function updateUser(
  context: VerbContext,
  user: UserRow,
  attributes: UserAttributes,
): Promise<UpdateUserOutcome> {
  const { changes, errors } = userColumnsFrom(attributes);
  if (hasErrors(errors)) return { kind: "invalid", errors };
  const { db, now } = context;
  const { email = user.email, username = user.username } = changes;
  const attempt = await db.attempt(
    insertColumnEvents(context, "User", user.id, changes),
    recordEvent(context, { kind: "user_updated", target_id: user.id }, changesUser(user.id, changes)),
    write(user.id, { ...changes, updated_at: now }),
    restrictExternal(user.id),
    renamePersonalNamespace(user.id, now),
    findUserById(user.id),
  );
  if (attempt.violated !== undefined) return takenOutcome(db, email, username, user.id);
  const updated = attempt.rows[5][0];
  if (updated === undefined) return { kind: "gone" };
  return { kind: "updated", user: updated };
}
