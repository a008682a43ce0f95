// What a handler gives a verb to work with.
import type { Call } from "../http/endpoint.ts";
import type { Actor } from "../permissions/require.ts";
import type { VerbContext } from "../services/verb.ts";

export const verbContext = (call: Call, actor: Actor): VerbContext => ({
  db: call.db,
  repositories: call.repositories,
  viewer: call.viewer,
  baseUrl: call.baseUrl,
  now: call.now,
  actorId: actor.viewer_id,
});
