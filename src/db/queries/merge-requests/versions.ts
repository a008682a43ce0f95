// Writing versions of merge requests.
import { type SQL, sql } from "drizzle-orm";
import type { VersionState } from "../../schema/merge-requests.ts";
import { execute, type Statement } from "../../statement.ts";
import { lastPushOf } from "../repositories/repositories.ts";

/** A proposal, as git computed it. */
export interface ProposedVersion {
  readonly head: string | null;
  readonly base: string | null;
  readonly start: string | null;
  readonly state: VersionState;
  readonly realSize: string | null;
}

/** The first version of a merge request inserted earlier in the same batch. */
export const insertFirstVersion = (mergeRequestId: SQL<number>, version: ProposedVersion, now: string): Statement =>
  insert(version, now, sql`r.id = ${mergeRequestId}`);

/** A merge request as it was when its version was requested. */
export interface Proposed {
  readonly id: number;
  readonly target_branch: string;
  readonly source_push: number | null;
}

/**
 * Inserts the next version, updates the merge request's head, resets its merge status and forgets the failure of a
 * rebase. Writes nothing if a push to the source was recorded since the version was requested (recording a push requests
 * another), or if the target branch was changed.
 */
export function insertNextVersion(proposed: Proposed, version: ProposedVersion, now: string): Statement[] {
  const condition = sql`r.id = ${proposed.id} and r.target_branch = ${proposed.target_branch}
    and ${lastPushOf(sql`r.source_project_id`)} is ${proposed.source_push}`;
  return [
    execute(
      sql`update merge_requests as r set head_sha = ${version.head}, merge_status = 'unchecked', merge_error = null
        where ${condition}`,
    ),
    insert(version, now, condition),
  ];
}

/** Resets the merge status, unless the target branch was changed. */
export const uncheckMergeStatus = (proposed: Proposed): Statement =>
  execute(
    sql`update merge_requests as r set merge_status = 'unchecked' where r.id = ${proposed.id} and r.target_branch = ${proposed.target_branch}`,
  );

const insert = ({ head, base, start, state, realSize }: ProposedVersion, now: string, condition: SQL): Statement =>
  execute(sql`insert into merge_request_versions
      (merge_request_id, head_commit_sha, base_commit_sha, start_commit_sha, state, real_size, created_at)
    select r.id, ${head}, ${base}, ${start}, ${state}, ${realSize}, ${now} from merge_requests r where ${condition}`);
