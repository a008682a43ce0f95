// Deletes a user: personal projects go with them, what they wrote elsewhere passes to ghost.
import { deleteUser as write } from "../../db/queries/users.ts";
import { recordEvent } from "../events.ts";
import type { VerbContext } from "../verb.ts";

export type DeleteUserOutcome = { kind: "deleted" } | { kind: "last_owner" };

export async function deleteUser(context: VerbContext, userId: number): Promise<DeleteUserOutcome> {
  const attempt = await context.db.attempt(
    recordEvent(context, { kind: "user_deleted", target_id: userId }),
    ...write(userId),
  );
  return { kind: attempt.violated === undefined ? "deleted" : "last_owner" };
}
