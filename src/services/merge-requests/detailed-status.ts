// Why a merge request cannot be merged now, in the words of GitLab's `detailed_merge_status`.
import type { MergeRequestDetailRow } from "../../db/queries/merge-requests/detail-columns.ts";
import { isWorkInProgress } from "./work-in-progress.ts";

type Judged = Pick<
  MergeRequestDetailRow,
  "state" | "merge_status" | "title" | "awaits_discussions" | "required_status"
>;

/** The first reason that applies, in GitLab's order. */
export function detailedMergeStatus(row: Judged) {
  if (row.state === "closed" || row.state === "merged") return "not_open";
  if (row.merge_status === "unchecked") return "unchecked";
  if (isWorkInProgress(row.title)) return "draft_status";
  if (row.awaits_discussions === 1) return "discussions_not_resolved";
  if (row.merge_status === "cannot_be_merged") return "conflict";
  const { required_status } = row;
  if (required_status === null || required_status === "success") return "mergeable";
  return required_status === "pending" || required_status === "running" ? "ci_still_running" : "ci_must_pass";
}
