// Blocks a user, whose tokens then count for nothing, and unblocks them.
import { updateUser } from "../../db/queries/users.ts";
import { recordEvent } from "../events.ts";
import type { VerbContext } from "../verb.ts";

export async function setBlocked(context: VerbContext, userId: number, blocked: boolean): Promise<void> {
  await context.db.batch(
    updateUser(userId, { state: blocked ? "blocked" : "active", updated_at: context.now }),
    recordEvent(context, { kind: blocked ? "user_blocked" : "user_unblocked", target_id: userId }),
  );
}
