// Gives a hook another secret; the old one signs beside it for a day, so that receivers can change over in their own time.
import { eventPlaceOf, type HookRow, hasHook, ownerOf, rotateSigningSecret } from "../../db/queries/hooks/hooks.ts";
import { recordEvent } from "../../events/events.ts";
import type { VerbContext } from "../verb.ts";
import { newSigningSecret } from "./secrets.ts";

export type RotateSecretOutcome = { kind: "rotated"; hook: HookRow } | { kind: "gone" };

/** Milliseconds. */
const OVERLAP = 86_400_000;

export async function rotateSecret(context: VerbContext, hook: HookRow): Promise<RotateSecretOutcome> {
  const { now } = context;
  const event = { kind: "hook_updated", ...eventPlaceOf(ownerOf(hook)), target_id: hook.id } as const;
  const until = new Date(Date.parse(now) + OVERLAP).toISOString();
  const [, [rotated]] = await context.db.batch(
    recordEvent(context, event, hasHook(hook)),
    rotateSigningSecret(hook, newSigningSecret(), until, now),
  );
  return rotated === undefined ? { kind: "gone" } : { kind: "rotated", hook: rotated };
}
