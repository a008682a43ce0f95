// The payload of merge request events.
import type { HookEventRow, HookMergeRequestRow } from "../../db/queries/hooks/events.ts";
import type { BriefCommit } from "../../git/operations/brief-commit.ts";
import { detailedMergeStatus } from "../../services/merge-requests/detailed-status.ts";
import { isWorkInProgress } from "../../services/merge-requests/work-in-progress.ts";
import type { DescribedChanges } from "./changes.ts";
import { describeCommit } from "./commit.ts";
import {
  describeActor,
  describeAssignee,
  describeLabels,
  describePerson,
  describeProject,
  describeRepository,
  idsOf,
  type PayloadProject,
  stateIds,
  webUrl,
} from "./frame.ts";

export type MergeRequestAction = "open" | "update" | "close" | "reopen" | "merge";

/** A merge request with its source project and newest commit. */
export interface PayloadMergeRequest {
  readonly row: HookMergeRequestRow;
  /** The fork, or the target project itself; null when it is gone. */
  readonly source: PayloadProject | null;
  /** Null if the source branch never existed. */
  readonly lastCommit: BriefCommit | null;
}

export const mergeRequestUrl = (project: PayloadProject, { iid }: HookMergeRequestRow): string =>
  `${webUrl(project)}/merge_requests/${iid}`;

/** A merge request, as payloads contain it: with all of GitLab's columns, for clients with strict decoders. */
export const describeMergeRequest = (target: PayloadProject, { row, source, lastCommit }: PayloadMergeRequest) => ({
  id: row.id,
  iid: row.iid,
  title: row.title,
  description: row.description,
  state: row.state,
  state_id: stateIds[row.state],
  merge_status: row.merge_status,
  detailed_merge_status: detailedMergeStatus(row),
  blocking_discussions_resolved: row.awaits_discussions === 0,
  target_branch: row.target_branch,
  source_branch: row.source_branch,
  source_project_id: row.source_project_id,
  target_project_id: row.project_id,
  author_id: row.author_id,
  assignee_id: row.assignee_id,
  assignee_ids: idsOf(row.assignee_id),
  reviewer_ids: idsOf(row.reviewer_id),
  milestone_id: row.milestone_id,
  created_at: row.created_at,
  updated_at: row.updated_at,
  deleted_at: null,
  locked_at: null,
  updated_by_id: null,
  merge_commit_sha: row.merge_commit_sha,
  merge_user_id: row.merge_user_id,
  merge_when_build_succeeds: row.merge_when_build_succeeds === 1,
  merge_when_pipeline_succeeds: row.merge_when_build_succeeds === 1,
  merge_params: mergeParams(row),
  merge_error: null,
  in_progress_merge_commit_sha: null,
  lock_version: 0,
  position: 0,
  time_estimate: row.time_estimate,
  total_time_spent: row.time_spent,
  squash: row.squash === 1,
  discussion_locked: row.discussion_locked === 1,
  labels: describeLabels(row.labels),
  source: source === null ? null : describeProject(source),
  target: describeProject(target),
  last_commit: lastCommit === null ? null : describeCommit(source ?? target, lastCommit),
  work_in_progress: isWorkInProgress(row.title),
  draft: isWorkInProgress(row.title),
});

/** Only the options that were set. */
function mergeParams(row: HookMergeRequestRow) {
  const { force_remove_source_branch: forced, should_remove_source_branch: shouldRemove } = row;
  return {
    ...(forced !== null && { force_remove_source_branch: forced === 1 }),
    ...(shouldRemove !== null && { should_remove_source_branch: shouldRemove === 1 }),
  };
}

/** @param oldHead the head before a push; null for other events */
export const mergeRequestPayload = (
  target: PayloadProject,
  event: HookEventRow,
  mergeRequest: PayloadMergeRequest,
  action: MergeRequestAction,
  oldHead: string | null,
  changes: DescribedChanges,
) => ({
  object_kind: "merge_request" as const,
  event_type: "merge_request" as const,
  user: describeActor(event),
  project: describeProject(target),
  object_attributes: {
    ...describeMergeRequest(target, mergeRequest),
    url: mergeRequestUrl(target, mergeRequest.row),
    action,
    ...(oldHead !== null && { oldrev: oldHead }),
  },
  labels: describeLabels(mergeRequest.row.labels),
  changes,
  repository: describeRepository(target),
  ...describeAssignee(mergeRequest.row),
  reviewers: describeReviewers(mergeRequest.row),
});

function describeReviewers({ reviewer_id: id, reviewer_name: name, reviewer_username: username }: HookMergeRequestRow) {
  return id === null || name === null || username === null ? [] : [describePerson({ id, name, username })];
}
