// Decides whether a merge request can be merged now, has to wait for its pipeline, or is refused: pure.
import type { SingleMergeRequest } from "../../db/queries/merge-requests/merge-requests.ts";
import type { AcceptParams } from "./accept-outcome.ts";
import { isWorkInProgress } from "./work-in-progress.ts";

export type Acceptable = Pick<
  SingleMergeRequest,
  | "state"
  | "title"
  | "head_pipeline_status"
  | "has_open_discussions"
  | "only_allow_merge_if_build_succeeds"
  | "only_allow_merge_if_all_discussions_are_resolved"
>;

/** Branches and conflicts are git's part. */
export function decideAcceptance(
  mergeRequest: Acceptable,
  { whenBuildSucceeds }: Pick<AcceptParams, "whenBuildSucceeds">,
): "merge" | "wait" | "not_open" | "not_ready" {
  const { state, title, head_pipeline_status: build } = mergeRequest;
  if (state === "merged" || state === "closed") return "not_open";
  if (isWorkInProgress(title)) return "not_ready";
  const requiresResolved = mergeRequest.only_allow_merge_if_all_discussions_are_resolved === 1;
  if (requiresResolved && mergeRequest.has_open_discussions === 1) return "not_ready";
  if (whenBuildSucceeds && (build === "pending" || build === "running")) return "wait";
  const requiresSuccess = mergeRequest.only_allow_merge_if_build_succeeds === 1;
  return requiresSuccess && build !== null && build !== "success" ? "not_ready" : "merge";
}
