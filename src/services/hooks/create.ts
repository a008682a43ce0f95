// Creates a hook. It receives the events recorded after its creation.
import {
  eventPlaceOf,
  type HookOwner,
  type HookRow,
  hookPlaceOf,
  insertHook,
  newestHookId,
} from "../../db/queries/hooks/hooks.ts";
import { recordAudit } from "../../events/audit.ts";
import { recordEvent } from "../../events/events.ts";
import type { AddressRules } from "../../hooks/address.ts";
import { rowsOf } from "../attempts.ts";
import type { FieldErrors, VerbContext } from "../verb.ts";
import { checkHook, type HookParams, originOf } from "./attributes.ts";
import { newSigningSecret } from "./secrets.ts";

export type CreateHookOutcome =
  | { kind: "created"; hook: HookRow }
  | { kind: "invalid_url" }
  | { kind: "invalid"; errors: FieldErrors }
  /** The owner already has a hundred hooks. */
  | { kind: "too_many" }
  | { kind: "owner_gone" };

export async function createHook(
  context: VerbContext,
  owner: HookOwner,
  params: HookParams,
  rules: AddressRules,
): Promise<CreateHookOutcome> {
  const checked = checkHook(params, rules);
  if (checked.kind !== "valid") return checked;
  const { db, now } = context;
  const attempt = await db.attempt(
    insertHook({
      ...(owner.kind === "server" && { push_events: 0 }),
      ...checked.attributes,
      signing_secret: newSigningSecret(),
      ...hookPlaceOf(owner),
      created_at: now,
      updated_at: now,
    }),
    recordEvent(context, { kind: "hook_created", ...eventPlaceOf(owner), target_id: newestHookId }),
    recordAudit(context, {
      kind: "webhook_created",
      owner,
      hookId: newestHookId,
      origin: originOf(checked.attributes),
    }),
  );
  if (attempt.violated === "hooks_limit") return { kind: "too_many" };
  const hook = rowsOf(attempt)?.[0][0];
  return hook === undefined ? { kind: "owner_gone" } : { kind: "created", hook };
}
