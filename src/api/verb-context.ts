// Builds the context of verbs from a call.
import { impersonationOf } from "../db/queries/audit-events/record.ts";
import type { VerbContext } from "../services/verb.ts";
import type { Call } from "./endpoint.ts";
import type { Actor } from "./require.ts";

export const verbContext = (call: Call, actor: Actor): VerbContext => ({
  db: call.db,
  repositories: call.repositories,
  viewer: call.viewer,
  baseUrl: call.baseUrl,
  now: call.now,
  actorId: actor.viewer_id,
  isDetailed: call.isV4 === true,
  impersonation: impersonationOf(call.viewer, call.credentials.sudo),
});
