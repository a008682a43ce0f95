// What is known of hooks that fail.
import { eq, sql } from "drizzle-orm";
import { hooks } from "../../schema/hooks.ts";
import { build, type Statement, statement } from "../../statement.ts";
import type { HookRow } from "./hooks.ts";

/** As a hook shows it. */
export type HookFailure = Pick<HookRow, "disabled_until" | "last_error" | "last_error_at">;

export const writeHookFailure = (hookId: number, failure: HookFailure): Statement =>
  statement(build.update(hooks).set(failure).where(eq(hooks.id, hookId)));

/** For a hook that answered 410 Gone, unless it was written since. Answers it if it was switched off. */
export const switchHookOff = (
  { id, updated_at }: HookRow,
  failure: Omit<HookFailure, "disabled_until">,
): Statement<{ id: number }> =>
  statement(
    build
      .update(hooks)
      .set({ ...failure, enabled: 0, disabled_until: null })
      .where(sql`id = ${id} and updated_at = ${updated_at}`)
      .returning({ id: sql<number>`id` }),
  );
