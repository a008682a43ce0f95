// Stores a hook's failure where the API shows it.
import type { Database } from "../db/database.ts";
import { type HookFailure, switchHookOff, writeHookFailure } from "../db/queries/hooks/failures.ts";
import type { HookRow } from "../db/queries/hooks/hooks.ts";

export async function showFailure(db: Database, hookId: number, failure: HookFailure): Promise<void> {
  await db.batch(writeHookFailure(hookId, failure));
}

/** Disables the hook until it is edited. False when it has been edited already. */
export async function switchOff(
  db: Database,
  hook: HookRow,
  failure: Omit<HookFailure, "disabled_until">,
): Promise<boolean> {
  const [switched] = await db.batch(switchHookOff(hook, failure));
  return switched.length > 0;
}
