// The open merge requests that a push to a branch affects.
import { type SQL, sql } from "drizzle-orm";
import { mergeRequests } from "../../schema/merge-requests.ts";
import { columnsOf, execute, type RowOf, type Statement, select } from "../../statement.ts";
import { lastPushOf } from "../repositories/repositories.ts";

const all = columnsOf(mergeRequests, "r");

const pushedColumns = {
  id: all.id,
  iid: all.iid,
  project_id: all.project_id,
  source_project_id: all.source_project_id,
  source_branch: all.source_branch,
  target_branch: all.target_branch,
  title: all.title,
  head_sha: all.head_sha,
  source_push: lastPushOf(sql`r.source_project_id`),
  version_id: sql<number | null>`v.id`,
  start_sha: sql<string | null>`v.start_commit_sha`,
};

/** An open merge request with its newest version's id and start. */
export type PushedMergeRequest = RowOf<typeof pushedColumns>;

const pushedTemplate = select(
  pushedColumns,
  sql`from merge_requests r left join merge_request_versions v on v.id = (select max(nv.id)
      from merge_request_versions nv where nv.merge_request_id = r.id)
    where r.state in ('opened', 'reopened') and (
      (r.source_project_id = ${sql.placeholder("project_id")} and r.source_branch = ${sql.placeholder("branch")})
      or (r.project_id = ${sql.placeholder("project_id")} and r.target_branch = ${sql.placeholder("branch")}))
    order by r.id`,
);

const reviewedTemplate = select(
  { branch: sql<string>`value` },
  sql`from json_each(${sql.placeholder("branches")}) where exists (select 1 from merge_requests r
      where r.source_project_id = ${sql.placeholder("project_id")} and r.source_branch = value
        and r.state in ('opened', 'reopened'))
    or exists (select 1 from merge_requests r
      where r.project_id = ${sql.placeholder("project_id")} and r.target_branch = value
        and r.state in ('opened', 'reopened'))`,
);

/** The branches that are source or target of an open merge request. */
export const findReviewedBranches = (projectId: number, branches: readonly string[]): Statement<{ branch: string }> =>
  reviewedTemplate.with({ project_id: projectId, branches: JSON.stringify(branches) });

/** The open merge requests from and into the branch, oldest first. */
export const findPushedMergeRequests = (projectId: number, branch: string): Statement<PushedMergeRequest> =>
  pushedTemplate.with({ project_id: projectId, branch });

const textsTemplate = select(
  { iid: all.iid, project_id: all.project_id, title: all.title, description: all.description },
  sql`from merge_requests r where r.id = ${sql.placeholder("id")}`,
);

/** Title and description of a merge request; no row if it is gone. */
export const findMergeRequestTexts = (
  id: number,
): Statement<{ iid: number; project_id: number; title: string; description: string | null }> =>
  textsTemplate.with({ id });

/** Resets the merge status of the affected merge requests. */
export const uncheckPushed = (projectId: number, branch: string): Statement =>
  execute(sql`update merge_requests set merge_status = 'unchecked'
    where state in ('opened', 'reopened') and merge_status <> 'unchecked'
      and ((source_project_id = ${projectId} and source_branch = ${branch})
        or (project_id = ${projectId} and target_branch = ${branch}))`);

/** True while it is open, has the same target branch, and neither a push nor a version was recorded since. */
export const isToBeRenewed = ({ id, target_branch, version_id, source_push }: PushedMergeRequest): SQL =>
  sql`exists (select 1 from merge_requests r where r.id = ${id} and r.state in ('opened', 'reopened')
    and r.target_branch = ${target_branch} and ${lastPushOf(sql`r.source_project_id`)} is ${source_push}
    and (select max(nv.id) from merge_request_versions nv where nv.merge_request_id = r.id) is ${version_id})`;

/**
 * Records new commits, which cancel an automatic merge.
 * @param title the new title; ignored if the title was edited meanwhile
 */
export const touchPushedMergeRequest = (
  { id, title: before }: PushedMergeRequest,
  title: string,
  now: string,
): Statement =>
  execute(sql`update merge_requests set title = case when title = ${before} then ${title} else title end,
      merge_when_build_succeeds = 0, merge_message = null, updated_at = ${now}
    where id = ${id}`);
