// Blocks or unblocks a user. The tokens of a blocked user have no effect.
import { changesUser, updateUser } from "../../db/queries/users/writes.ts";
import { recordAudit } from "../../events/audit.ts";
import { recordEvent } from "../../events/events.ts";
import type { VerbContext } from "../verb.ts";

export async function setBlocked(context: VerbContext, userId: number, blocked: boolean): Promise<void> {
  const change = { state: blocked ? "blocked" : "active" } as const;
  const event = { kind: blocked ? "user_blocked" : "user_unblocked", target_id: userId } as const;
  const isChange = changesUser(userId, change);
  await context.db.batch(
    recordAudit(context, { kind: blocked ? "user_blocked" : "unblock_user", userId }, isChange),
    recordEvent(context, event, isChange),
    updateUser(userId, { ...change, updated_at: context.now }),
  );
}
