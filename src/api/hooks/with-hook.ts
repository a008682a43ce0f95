// The loader of endpoints of one hook.
import { findHook } from "../../db/queries/hooks/hooks.ts";
import { recordNotFound } from "../../http/errors.ts";
import type { Call } from "../endpoint.ts";
import type { HookOwnerKind } from "./hook-owners.ts";

export async function withHook(kind: HookOwnerKind, call: Call & { params: { hook_id: number | null } }) {
  const { hook_id } = call.params;
  const { actor, owner, rows } = await kind.find(call, (named) => [findHook(named, hook_id ?? 0)]);
  const [[hook]] = rows;
  if (hook === undefined) throw recordNotFound();
  return { actor, owner, hook };
}
