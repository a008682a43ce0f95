// Deletes a hook. Its pending deliveries are not sent.
import { deleteHook as erase, eventPlaceOf, type HookRow, hasHook, ownerOf } from "../../db/queries/hooks/hooks.ts";
import { recordAudit } from "../../events/audit.ts";
import { recordEvent } from "../../events/events.ts";
import type { VerbContext } from "../verb.ts";
import { originOf } from "./attributes.ts";

export type DeleteHookOutcome = { kind: "deleted" } | { kind: "gone" };

export async function deleteHook(context: VerbContext, hook: HookRow): Promise<DeleteHookOutcome> {
  const event = { kind: "hook_deleted", ...eventPlaceOf(ownerOf(hook)), target_id: hook.id } as const;
  const [, , deleted] = await context.db.batch(
    recordEvent(context, event, hasHook(hook)),
    recordAudit(
      context,
      { kind: "webhook_destroyed", owner: ownerOf(hook), hookId: hook.id, origin: originOf(hook) },
      hasHook(hook),
    ),
    erase(hook),
  );
  return { kind: deleted.length === 0 ? "gone" : "deleted" };
}
