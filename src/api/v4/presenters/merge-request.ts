// Merge requests: the shape of lists, and that of single ones and of the answers to writes.
import type { PipelineDetailRow } from "../../../db/queries/commits/pipelines.ts";
import type {
  MergeRequestDetailRow,
  NewestVersion,
  singleDetailColumns,
} from "../../../db/queries/merge-requests/detail-columns.ts";
import type { MergeRequestProjectRow } from "../../../db/queries/merge-requests/row.ts";
import type { Flag } from "../../../db/schema/columns.ts";
import type { RowOf } from "../../../db/statement.ts";
import type { Change } from "../../../git/diff/changes.ts";
import { detailedMergeStatus } from "../../../services/merge-requests/detailed-status.ts";
import { isWorkInProgress } from "../../../services/merge-requests/work-in-progress.ts";
import { timeStats } from "../../../services/time-tracking/duration.ts";
import type { PresenterContext } from "../../presenter-context.ts";
import { joined } from "../../presenters/joined.ts";
import { placeOf, presentLabelsOf, presentMilestoneOf, presentReferences, presentTasks } from "./issuable.ts";
import { presentPipeline, presentPipelineDetail } from "./pipeline.ts";
import { presentDiff, presentWholeDiff } from "./repository.ts";
import { presentPeople, presentProfileIn } from "./user.ts";

/** With the path of its project. */
export type ListedMergeRequest = MergeRequestDetailRow &
  Pick<MergeRequestProjectRow, "project_path" | "namespace_path"> & { readonly label_details?: string };

/** In the list of its project. */
export const presentListedMergeRequest = (row: ListedMergeRequest, context: PresenterContext) =>
  listed(row, context, false);

/** In a list beyond its project. */
export const presentDistantMergeRequest = (row: ListedMergeRequest, context: PresenterContext) =>
  listed(row, context, true);

/** `view=simple`. */
export function presentSimpleMergeRequest(row: ListedMergeRequest, context: PresenterContext) {
  const { id, iid, project_id, title, description, state, created_at, updated_at, web_url } = listed(
    row,
    context,
    false,
  );
  return { id, iid, project_id, title, description, state, created_at, updated_at, web_url };
}

function listed(row: ListedMergeRequest, context: PresenterContext, isDistant: boolean) {
  const place = placeOf(row);
  const mergeUser = presentProfileIn(row.merge_user, context);
  const reviewer = presentProfileIn(row.reviewer, context);
  const isDraft = isWorkInProgress(row.title);
  const reference = `!${row.iid}`;
  return {
    id: row.id,
    iid: row.iid,
    project_id: row.project_id,
    title: row.title,
    description: row.description,
    state: row.state === "reopened" ? "opened" : row.state,
    created_at: row.created_at,
    updated_at: row.updated_at,
    closed_at: row.closed_at,
    closed_by: presentProfileIn(row.closed_by, context),
    merged_by: row.state === "merged" ? mergeUser : null,
    merge_user: mergeUser,
    merged_at: row.merged_at,
    target_branch: row.target_branch,
    source_branch: row.source_branch,
    user_notes_count: row.user_notes_count,
    upvotes: row.upvotes,
    downvotes: row.downvotes,
    ...presentPeople(row, context),
    reviewers: reviewer === null ? [] : [reviewer],
    source_project_id: row.source_project_id,
    target_project_id: row.project_id,
    labels: presentLabelsOf(row),
    draft: isDraft,
    work_in_progress: isDraft,
    milestone: presentMilestoneOf(row, context),
    merge_when_pipeline_succeeds: row.merge_when_build_succeeds === 1,
    merge_status: row.merge_status,
    detailed_merge_status: detailedMergeStatus(row),
    sha: row.head_sha,
    merge_commit_sha: row.merge_commit_sha,
    squash_commit_sha: row.squash_commit_sha,
    discussion_locked: row.discussion_locked === 1,
    should_remove_source_branch: booleanOrNull(row.should_remove_source_branch),
    force_remove_source_branch: booleanOrNull(row.force_remove_source_branch),
    prepared_at: row.created_at,
    reference,
    references: presentReferences(reference, place, isDistant),
    web_url: joined("/", context.baseUrl, place, "-/merge_requests", row.iid),
    time_stats: timeStats(row),
    squash: row.squash === 1,
    task_completion_status: presentTasks(row.description),
    has_conflicts: row.merge_status === "cannot_be_merged",
    blocking_discussions_resolved: row.awaits_discussions === 0,
    imported: false,
    imported_from: "none" as const,
  };
}

/** null if no user has chosen a value. */
const booleanOrNull = (flag: Flag | null): boolean | null => (flag === null ? null : flag === 1);

export interface SingleMergeRequest {
  readonly row: ListedMergeRequest & RowOf<typeof singleDetailColumns>;
  /** Of the head; null without one, or if the viewer may not see it. */
  readonly pipeline: PipelineDetailRow | null;
  /** True if the viewer may merge it into its target branch. */
  readonly canMerge: boolean;
  /** Commits of the target branch that the source branch lacks; null if not requested. */
  readonly divergedCommits: number | null;
  /** True if the request wants `rebase_in_progress`. */
  readonly showsRebase: boolean;
}

export function presentMergeRequest(
  { row, pipeline, canMerge, divergedCommits, showsRebase }: SingleMergeRequest,
  context: PresenterContext,
) {
  const version = versionIn(row.newest_version);
  return {
    ...presentListedMergeRequest(row, context),
    subscribed: row.subscribed === 1,
    changes_count: version?.real_size ?? null,
    diff_refs: version === null ? null : presentDiffRefs(version),
    pipeline: pipeline && presentPipeline(pipeline, context),
    head_pipeline: pipeline && presentPipelineDetail(pipeline, context),
    merge_error: row.merge_error,
    user: { can_merge: canMerge },
    latest_build_started_at: pipeline?.started_at ?? null,
    latest_build_finished_at: pipeline?.finished_at ?? null,
    first_deployed_to_production_at: null,
    ...(divergedCommits !== null && { diverged_commits_count: divergedCommits }),
    // Rebases end before they are answered.
    ...(showsRebase && { rebase_in_progress: false }),
  };
}

/** @param json of the column */
const versionIn = (json: string | null): NewestVersion | null => (json === null ? null : JSON.parse(json));

/** Null if the source branch never existed. */
const presentDiffRefs = ({ base_sha, head_sha, start_sha }: NewestVersion) =>
  head_sha === null ? null : { base_sha, head_sha, start_sha };

/** @param id in the external issue tracker */
export const presentExternalIssue = (id: string) => ({ id, title: `External Issue ${id}` });

interface ChangedMergeRequest {
  readonly mergeRequest: ReturnType<typeof presentMergeRequest>;
  readonly changes: readonly Change[];
  /** True if a limit was reached. */
  readonly overflow: boolean;
  /** True for patches with their `---` and `+++` lines. */
  readonly isWhole: boolean;
}

export const presentChangedMergeRequest = ({ mergeRequest, changes, overflow, isWhole }: ChangedMergeRequest) => ({
  ...mergeRequest,
  changes: changes.map(isWhole ? presentWholeDiff : presentDiff),
  overflow,
});

export const presentRebase = () => ({ rebase_in_progress: true });
