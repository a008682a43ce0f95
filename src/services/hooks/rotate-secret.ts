// Replaces a hook's signing secret. For a day deliveries are also signed with the old secret, so that receivers have
// time to switch.
import { eventPlaceOf, type HookRow, hasHook, ownerOf, rotateSigningSecret } from "../../db/queries/hooks/hooks.ts";
import { recordAudit } from "../../events/audit.ts";
import { recordEvent } from "../../events/events.ts";
import type { VerbContext } from "../verb.ts";
import { originOf } from "./attributes.ts";
import { newSigningSecret } from "./secrets.ts";

export type RotateSecretOutcome = { kind: "rotated"; hook: HookRow } | { kind: "gone" };

/** Milliseconds. */
const OVERLAP = 86_400_000;

export async function rotateSecret(context: VerbContext, hook: HookRow): Promise<RotateSecretOutcome> {
  const { now } = context;
  const event = { kind: "hook_updated", ...eventPlaceOf(ownerOf(hook)), target_id: hook.id } as const;
  const until = new Date(Date.parse(now) + OVERLAP).toISOString();
  const [, , [rotated]] = await context.db.batch(
    recordEvent(context, event, hasHook(hook)),
    recordAudit(
      context,
      { kind: "webhook_secret_rotated", owner: ownerOf(hook), hookId: hook.id, origin: originOf(hook) },
      hasHook(hook),
    ),
    rotateSigningSecret(hook, newSigningSecret(), until, now),
  );
  return rotated === undefined ? { kind: "gone" } : { kind: "rotated", hook: rotated };
}
