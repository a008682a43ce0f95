// Blocks or unblocks a user. The tokens of a blocked user have no effect.
import { changesUser, updateUser } from "../../db/queries/users/writes.ts";
import { recordEvent } from "../../events/events.ts";
import type { VerbContext } from "../verb.ts";

export async function setBlocked(context: VerbContext, userId: number, blocked: boolean): Promise<void> {
  const change = { state: blocked ? "blocked" : "active" } as const;
  const event = { kind: blocked ? "user_blocked" : "user_unblocked", target_id: userId } as const;
  await context.db.batch(
    recordEvent(context, event, changesUser(userId, change)),
    updateUser(userId, { ...change, updated_at: context.now }),
  );
}
