// Deletes a user: personal projects go with them, what they wrote elsewhere passes to ghost.
import { deleteUser as write } from "../../db/queries/users.ts";
import { recordEvent } from "../events.ts";
import { findRepositoriesToFree, freeRepositories } from "../repositories/free.ts";
import type { VerbContext } from "../verb.ts";

export type DeleteUserOutcome = { kind: "deleted" } | { kind: "last_owner" };

export async function deleteUser(context: VerbContext, userId: number): Promise<DeleteUserOutcome> {
  const change = await context.db.change(
    [recordEvent(context, { kind: "user_deleted", target_id: userId }), ...write(userId)],
    findRepositoriesToFree(),
  );
  if (change.violated !== undefined) return { kind: "last_owner" };
  await freeRepositories(context, change.row);
  return { kind: "deleted" };
}
