// Makes a hook, which hears of what happens from then on.
import { type HookRow, insertHook, newestHookId } from "../../db/queries/hooks.ts";
import { recordEvent } from "../events.ts";
import type { FieldErrors, VerbContext } from "../verb.ts";
import type { AddressRules } from "./address.ts";
import { checkHook, type HookWish } from "./attributes.ts";
import { newSigningSecret } from "./secrets.ts";

export type CreateHookOutcome =
  | { kind: "created"; hook: HookRow }
  | { kind: "invalid_url" }
  | { kind: "invalid"; errors: FieldErrors }
  /** The project has a hundred. */
  | { kind: "too_many" }
  | { kind: "project_gone" };

export async function createHook(
  context: VerbContext,
  projectId: number,
  wish: HookWish,
  rules: AddressRules,
): Promise<CreateHookOutcome> {
  const checked = checkHook(wish, rules);
  if (checked.kind !== "valid") return checked;
  const { db, now } = context;
  const attempt = await db.attempt(
    insertHook({
      ...checked.attributes,
      signing_secret: newSigningSecret(),
      project_id: projectId,
      created_at: now,
      updated_at: now,
    }),
    recordEvent(context, {
      kind: "hook_created",
      project_id: projectId,
      target_id: newestHookId(projectId),
    }),
  );
  if (attempt.violated === "hooks_limit") return { kind: "too_many" };
  const hook = attempt.violated === undefined ? attempt.rows[0][0] : undefined;
  return hook === undefined ? { kind: "project_gone" } : { kind: "created", hook };
}
