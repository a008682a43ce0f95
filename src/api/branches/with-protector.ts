// The loader of endpoints that protect branches: the viewer is named by the audit trail.
import { findImpersonation } from "../../db/queries/audit-events/record.ts";
import type { ProjectCall } from "../endpoint.ts";
import { withPusher } from "../repositories/repository-endpoint.ts";

export async function withProtector(call: ProjectCall) {
  const isSudo = call.credentials.sudo;
  const { repository, actor, rows } = await withPusher(call, findImpersonation(call.viewer, isSudo));
  const impersonation = rows[0][0]?.impersonation ?? "{}";
  return { repository, by: { userId: actor.viewer_id, at: call.now, impersonation } };
}
