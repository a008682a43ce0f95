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

/** Why a merge has to wait for people: its author, the participants of its discussions, its builds. */
export type NotReady = "work_in_progress" | "open_discussions" | "unsuccessful_build";

/** Branches and conflicts are git's part. */
export function decideAcceptance(
  mergeRequest: Acceptable,
  { whenBuildSucceeds }: Pick<AcceptParams, "whenBuildSucceeds">,
): "merge" | "wait" | "not_open" | "not_ready" {
  const { state } = mergeRequest;
  if (state === "merged" || state === "closed") return "not_open";
  const reasons = whyNotReady(mergeRequest);
  if (reasons.some((reason) => reason !== "unsuccessful_build")) return "not_ready";
  if (whenBuildSucceeds && isBuilding(mergeRequest)) return "wait";
  return reasons.length === 0 ? "merge" : "not_ready";
}

/** All reasons for which the project does not let it be merged at once. */
export function whyNotReady(mergeRequest: Acceptable): NotReady[] {
  const { title, head_pipeline_status: build } = mergeRequest;
  const requiresResolved = mergeRequest.only_allow_merge_if_all_discussions_are_resolved === 1;
  const requiresSuccess = mergeRequest.only_allow_merge_if_build_succeeds === 1;
  const found: [NotReady, boolean][] = [
    ["work_in_progress", isWorkInProgress(title)],
    ["open_discussions", requiresResolved && mergeRequest.has_open_discussions === 1],
    ["unsuccessful_build", requiresSuccess && build !== null && build !== "success"],
  ];
  return found.filter(([, holds]) => holds).map(([reason]) => reason);
}

/** True if it can be set to merge when its pipeline succeeds. */
export const isBuilding = ({ head_pipeline_status: build }: Pick<Acceptable, "head_pipeline_status">): boolean =>
  build === "pending" || build === "running";
