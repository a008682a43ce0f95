// Shows a merge request alone: whether it can be merged, and whether the viewer may, is decided in the call.
import { readHeadPipeline } from "../../../db/queries/commits/pipelines.ts";
import type { SingleMergeRequest } from "../../../db/queries/merge-requests/merge-requests.ts";
import { actingLevel } from "../../../permissions/abilities.ts";
import { decideStanding } from "../../../services/merge-requests/decide-standing.ts";
import type { Call } from "../../endpoint.ts";
import type { Actor } from "../../require.ts";
import { presentMergeRequest } from "../presenters/merge-request.ts";

/** @param asked what only some requests want to see */
export async function showMergeRequest(
  mergeRequest: SingleMergeRequest,
  call: Call,
  actor: Actor,
  asked = { countsDiverged: false, showsRebase: false },
) {
  const { countsDiverged, showsRebase } = asked;
  const level = actingLevel(actor, mergeRequest.access_level);
  const { merge_status, ...standing } = await decideStanding(call, mergeRequest, { level, countsDiverged });
  const row = { ...mergeRequest, merge_status };
  const pipeline = readHeadPipeline(row.head_pipeline);
  return presentMergeRequest({ row, pipeline, ...standing, showsRebase }, call);
}
