// Merges of merge requests: recording a merge, and waiting for a build.
import { type SQL, sql } from "drizzle-orm";
import type { Flag } from "../../schema/columns.ts";
import { execute, type Statement, select } from "../../statement.ts";
import type { PipelineKey } from "../commits/statuses.ts";

export interface NewMerge {
  /** Null if it was merged by a push. */
  readonly commit: string | null;
  /** Null if its commits were not squashed. */
  readonly squashCommit: string | null;
  readonly userId: number;
  /** Null keeps the stored value. */
  readonly shouldRemoveSourceBranch: Flag | null;
  /** ISO 8601 with milliseconds. */
  readonly at: string;
}

/** True if the merge request exists and is not merged. */
export const isUnmerged = (id: number): SQL =>
  sql`exists (select 1 from merge_requests r where r.id = ${id} and r.state <> 'merged')`;

export const markMerged = (
  id: number,
  { commit, squashCommit, userId, shouldRemoveSourceBranch, at }: NewMerge,
): Statement =>
  execute(sql`update merge_requests set state = 'merged', merge_commit_sha = ${commit}, merged_at = ${at},
      closed_at = null, closed_by_id = null, squash_commit_sha = ${squashCommit},
      squash = case when ${squashCommit} is null then squash else 1 end,
      merge_user_id = (select u.id from users u where u.id = ${userId}), merge_when_build_succeeds = 0,
      merge_status = case when ${commit} is null then merge_status else 'can_be_merged' end,
      should_remove_source_branch = coalesce(${shouldRemoveSourceBranch}, should_remove_source_branch), updated_at = ${at}
    where id = ${id} and state <> 'merged'`);

export interface AutomaticMerge {
  readonly userId: number;
  /** Null for the default message. */
  readonly message: string | null;
  /** False leaves it to the merge request. */
  readonly squash: boolean;
  /** As `message`, of the squash commit. */
  readonly squashMessage: string | null;
  readonly shouldRemoveSourceBranch: Flag | null;
}

/** True if the merge request is open and its `merge_when_build_succeeds` is `waits`. */
export const isWaiting = (id: number, waits: Flag): SQL =>
  sql`exists (select 1 from merge_requests r where r.id = ${id} and r.state in ('opened', 'reopened')
    and r.merge_when_build_succeeds = ${waits})`;

/** A merge request as the user saw it who requests an automatic merge. */
export interface LockedMergeRequest {
  readonly id: number;
  readonly head_sha: string;
  readonly target_branch: string;
}

/** True if the merge request is open and unchanged, and its build is pending or running. */
const isBuilding = ({ id, head_sha, target_branch }: LockedMergeRequest): SQL =>
  sql`exists (select 1 from merge_requests r cross join pipelines pl on pl.project_id = r.source_project_id
      and pl.sha = r.head_sha and pl.ref = r.source_branch and pl.status in ('pending', 'running')
    where r.id = ${id} and r.state in ('opened', 'reopened') and r.head_sha = ${head_sha}
      and r.target_branch = ${target_branch})`;

/** True if {@link mergeAutomatically} will start the wait. */
export const beginsToWait = (seen: LockedMergeRequest): SQL => sql`${isWaiting(seen.id, 0)} and ${isBuilding(seen)}`;

/** Does nothing if the merge request has changed or its build has ended. */
export const mergeAutomatically = (seen: LockedMergeRequest, params: AutomaticMerge, now: string): Statement =>
  execute(sql`update merge_requests set merge_when_build_succeeds = 1, merge_user_id = ${params.userId},
      merge_message = ${params.message}, squash_message = ${params.squashMessage},
      squash = max(squash, ${params.squash ? 1 : 0}), should_remove_source_branch = ${params.shouldRemoveSourceBranch},
      updated_at = ${now}
    where id = ${seen.id} and ${isBuilding(seen)}`);

export const cancelAutomaticMerge = (id: number, now: string): Statement =>
  execute(sql`update merge_requests set merge_when_build_succeeds = 0, merge_user_id = null, merge_message = null,
      squash_message = null, should_remove_source_branch = null, updated_at = ${now}
    where id = ${id} and state in ('opened', 'reopened') and merge_when_build_succeeds = 1`);

const waitingTemplate = select(
  {
    id: sql<number>`r.id`,
    project_id: sql<number>`r.project_id`,
    merge_user_id: sql<number>`r.merge_user_id`,
  },
  sql`from pipelines p cross join merge_requests r on r.source_project_id = p.project_id and r.source_branch = p.ref
      and r.state in ('opened', 'reopened') and r.head_sha = p.sha and r.merge_when_build_succeeds = 1
    where p.project_id = ${sql.placeholder("project_id")} and p.sha = ${sql.placeholder("sha")}
      and p.ref = ${sql.placeholder("ref")} and p.status = 'success' and r.merge_user_id is not null
    order by r.id`,
);

/** The merge requests that wait for this pipeline, if it has succeeded. */
export const findWaitingFor = (
  pipeline: PipelineKey,
): Statement<{ id: number; project_id: number; merge_user_id: number }> => waitingTemplate.with({ ...pipeline });

/** A todo for the user of an automatic merge that is not possible. Skipped if they have a pending todo there. */
export const insertUnmergeableTodo = (id: number, now: string): Statement =>
  execute(sql`insert into todos (user_id, project_id, target_type, target_id, author_id, action, created_at, updated_at)
    select r.merge_user_id, r.project_id, 'MergeRequest', r.id, r.merge_user_id, 'unmergeable', ${now}, ${now}
    from merge_requests r where r.id = ${id} and r.merge_user_id is not null and r.state in ('opened', 'reopened')
    on conflict do nothing`);

/**
 * Todos about a failed build of an open merge request's head, for its author and for the user of its automatic merge.
 */
export const insertBuildFailedTodos = ({ project_id, sha, ref }: PipelineKey, now: string): Statement =>
  execute(sql`insert into todos (user_id, project_id, target_type, target_id, author_id, action, created_at, updated_at)
    select u.id, r.project_id, 'MergeRequest', r.id, u.id, 'build_failed', ${now}, ${now}
    from pipelines p cross join merge_requests r on r.source_project_id = p.project_id and r.source_branch = p.ref
        and r.state in ('opened', 'reopened') and r.head_sha = p.sha
      cross join users u on u.id = r.author_id or (r.merge_when_build_succeeds = 1 and u.id = r.merge_user_id)
    where p.project_id = ${project_id} and p.sha = ${sha} and p.ref = ${ref} and p.status = 'failed'
    on conflict do nothing`);
