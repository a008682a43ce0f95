// The recorded failures of hooks.
import { eq, sql } from "drizzle-orm";
import { hooks } from "../../schema/hooks.ts";
import { build, type Statement, statement } from "../../statement.ts";
import type { HookRow } from "./hooks.ts";

/** The columns of a hook that describe its failure. */
export type HookFailure = Pick<HookRow, "disabled_until" | "last_error" | "last_error_at">;

export const writeHookFailure = (hookId: number, failure: HookFailure): Statement =>
  statement(build.update(hooks).set(failure).where(eq(hooks.id, hookId)));

/** After a 410 Gone: disables the hook and returns its id, unless the hook was updated since it was read. */
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
