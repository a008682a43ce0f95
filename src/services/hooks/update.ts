// Updates a hook and enables it again if failures had disabled it or its deliveries were waiting for a retry.
import {
  changesHook,
  eventPlaceOf,
  type HookRow,
  hasHook,
  ownerOf,
  updateHook as write,
} from "../../db/queries/hooks/hooks.ts";
import { recordAudit } from "../../events/audit.ts";
import { recordEvent } from "../../events/events.ts";
import type { AddressRules } from "../../hooks/address.ts";
import type { FieldErrors, VerbContext } from "../verb.ts";
import { checkHook, type HookParams, hookChangesOf, originOf } from "./attributes.ts";

export type UpdateHookOutcome =
  | { kind: "updated"; hook: HookRow }
  | { kind: "invalid_url" }
  | { kind: "invalid"; errors: FieldErrors }
  | { kind: "gone" };

export async function updateHook(
  context: VerbContext,
  hook: HookRow,
  params: HookParams,
  rules: AddressRules,
): Promise<UpdateHookOutcome> {
  const checked = checkHook(params, rules);
  if (checked.kind !== "valid") return checked;
  const event = { kind: "hook_updated", ...eventPlaceOf(ownerOf(hook)), target_id: hook.id } as const;
  const { attributes } = checked;
  const changes = hookChangesOf(hook, attributes);
  const [, , [updated]] = await context.db.batch(
    recordEvent(context, event, hasHook(hook)),
    recordAudit(
      context,
      {
        kind: "webhook_updated",
        owner: ownerOf(hook),
        hookId: hook.id,
        from: originOf(hook),
        to: originOf(attributes),
        columns: Object.keys(changes),
      },
      changesHook(hook, changes),
    ),
    write(hook, { ...attributes, enabled: 1, disabled_until: null, updated_at: context.now }),
  );
  return updated === undefined ? { kind: "gone" } : { kind: "updated", hook: updated };
}
