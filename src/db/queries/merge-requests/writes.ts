// Writes of merge requests.

import { type SQL, sql } from "drizzle-orm";
import type { Flag } from "../../schema/columns.ts";
import type { MergeStatus } from "../../schema/merge-requests.ts";
import { execute, incidental, type Statement } from "../../statement.ts";
import { lastPushOf } from "../repositories/repositories.ts";
import type { Branches } from "./merge-requests.ts";

/**
 * Takes the next iid of the target project for a new merge request. Returns no row if there is an open one with the
 * same branches, or the project is gone.
 */
export const reserveIid = (
  { source_project_id, source_branch, project_id, target_branch }: Branches,
  now: string,
): Statement<{ iid: number; source_push: number | null; target_push: number | null }> =>
  incidental(
    execute(sql`update projects set merge_request_seq = merge_request_seq + 1, last_activity_at = max(last_activity_at, ${now})
    where id = ${project_id} and not exists (select 1 from merge_requests r where r.source_project_id = ${source_project_id}
      and r.source_branch = ${source_branch} and r.project_id = ${project_id} and r.target_branch = ${target_branch}
      and r.state in ('opened', 'reopened'))
    returning merge_request_seq as iid, ${lastPushOf(sql`${source_project_id}`)} as source_push,
      ${lastPushOf(sql`${project_id}`)} as target_push`),
  );

export interface NewMergeRequest extends Branches {
  readonly iid: number;
  readonly author_id: number;
  readonly assignee_id: number | null;
  readonly reviewer_id: number | null;
  readonly milestone_id: number | null;
  readonly title: string;
  readonly description: string | null;
  readonly force_remove_source_branch: Flag | null;
  readonly squash: Flag;
  readonly head_sha: string | null;
  readonly created_at: string;
  /** Not stored if a push to the target project was recorded since. */
  readonly decided?: {
    readonly merge_status: MergeStatus;
    /** The last push that was recorded before. */
    readonly target_push: number | null;
  };
}

/** Inserts nothing if the target is gone; violates merge_requests_twin_key if an open one has the same branches. */
export const insertMergeRequest = (row: NewMergeRequest): Statement =>
  execute(sql`insert into merge_requests (project_id, iid, source_project_id, source_branch, target_branch, author_id,
      assignee_id, reviewer_id, milestone_id, title, description, force_remove_source_branch, squash, head_sha, created_at,
      updated_at, merge_status)
    select p.id, ${row.iid}, ${row.source_project_id}, ${row.source_branch}, ${row.target_branch}, ${row.author_id},
      (select u.id from users u where u.id = ${row.assignee_id}), (select u.id from users u where u.id = ${row.reviewer_id}),
      (select ms.id from milestones ms where ms.id = ${row.milestone_id} and ms.project_id = p.id),
      ${row.title}, ${row.description}, ${row.force_remove_source_branch}, ${row.squash}, ${row.head_sha}, ${row.created_at}, ${row.created_at},
      case when ${lastPushOf(sql`p.id`)} is ${row.decided?.target_push ?? null}
        then ${row.decided?.merge_status ?? "unchecked"} else 'unchecked' end
    from projects p where p.id = ${row.project_id}`);

/** The id of the merge request with this iid. */
export const mergeRequestIdOf = (projectId: number, iid: number): SQL<number> =>
  sql<number>`(select r.id from merge_requests r where r.project_id = ${projectId} and r.iid = ${iid})`;

/** The values from which a merge status was decided. */
export interface Decided {
  readonly id: number;
  readonly head_sha: string | null;
  readonly target_branch: string;
  readonly target_push: number | null;
}

/** Stores a status unless a value it was decided from has changed. Does not change updated_at. */
export const storeMergeStatus = (
  { id, head_sha, target_branch, target_push }: Decided,
  status: MergeStatus,
): Statement =>
  incidental(
    execute(sql`update merge_requests set merge_status = ${status} where id = ${id} and merge_status = 'unchecked'
    and head_sha is ${head_sha} and target_branch = ${target_branch}
    and ${lastPushOf(sql`merge_requests.project_id`)} is ${target_push}`),
  );

/** Does not change updated_at. @param error of the last rebase; null for none */
export const storeMergeError = (id: number, error: string | null): Statement =>
  execute(sql`update merge_requests set merge_error = ${error} where id = ${id} and merge_error is not ${error}`);

/** Deletes the notes, awards, mentions, participants and timelogs of a merge request before its deletion. */
export const clearMergeRequest = (id: number): Statement[] =>
  ["notes", "award_emoji", "mentions", "participants", "timelogs"].map((table) =>
    execute(sql`delete from ${sql.raw(table)} where target_type = 'MergeRequest' and target_id = ${id}`),
  );

/** Returns the id if it existed. Versions, todos and label links are deleted with it. */
export const deleteMergeRequest = (id: number): Statement<{ id: number }> =>
  execute(sql`delete from merge_requests where id = ${id} returning id`);
