// The hook a path names, for who may manage the project's hooks.
import { findHook } from "../../db/queries/hooks.ts";
import { projectKey } from "../../db/queries/project-row.ts";
import type { IdOrPath } from "../../http/coerce.ts";
import type { Call } from "../../http/endpoint.ts";
import { recordNotFound } from "../../http/errors.ts";
import { withProject } from "../../permissions/require.ts";

export async function withHook(call: Call & { params: { id: IdOrPath; hook_id: number | null } }) {
  const { id, hook_id } = call.params;
  const { actor, rows } = await withProject(call, findHook(projectKey(id), hook_id ?? 0));
  const [[hook]] = rows;
  if (hook === undefined) throw recordNotFound();
  return { actor, hook };
}
