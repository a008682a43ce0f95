// Additional columns of a merge request, for some responses. Each is a lookup of its own below merge request `r`.
import { sql } from "drizzle-orm";
import type { Flag } from "../../schema/columns.ts";
import type { CommitStatus } from "../../schema/statuses.ts";
import type { RowOf } from "../../statement.ts";
import { headPipeline } from "../commits/pipelines.ts";
import { profileOf } from "../issuables/row.ts";
import { hasOpenDiscussions } from "../noteables/discussions.ts";
import type { MergeRequestRow } from "./row.ts";

export const mergeRequestDetailColumns = {
  closed_by: profileOf("r.closed_by_id"),
  /** Of the user who merged it, or who set it to merge when the build succeeds. */
  merge_user: profileOf("r.merge_user_id"),
  reviewer: profileOf("r.reviewer_id"),
  /** True if the project requires resolved discussions, and one is open. */
  awaits_discussions: sql<Flag>`exists (select 1 from projects dp where dp.id = r.project_id
    and dp.only_allow_merge_if_all_discussions_are_resolved = 1 and ${hasOpenDiscussions(sql`r.id`)})`,
  /** The status of the pipeline of the newest version's head; null without one, or if the project requires no success. */
  required_status: sql<CommitStatus | null>`(select rq.status from projects rp cross join pipelines rq
    where rp.id = r.project_id and rp.only_allow_merge_if_build_succeeds = 1
      and rq.project_id = r.source_project_id and rq.sha = r.head_sha and rq.ref = r.source_branch)`,
};

export type MergeRequestDetailRow = MergeRequestRow & RowOf<typeof mergeRequestDetailColumns>;

/** For single merge requests. */
export const singleDetailColumns = {
  /** For `readHeadPipeline`. */
  head_pipeline: headPipeline,
  /** JSON object {@link NewestVersion}; null without one. */
  newest_version: sql<string | null>`(select json_object('base_sha', nv.base_commit_sha, 'head_sha', nv.head_commit_sha,
      'start_sha', nv.start_commit_sha, 'real_size', nv.real_size)
    from merge_request_versions nv where nv.merge_request_id = r.id order by nv.id desc limit 1)`,
};

export interface NewestVersion {
  readonly base_sha: string | null;
  readonly head_sha: string | null;
  readonly start_sha: string | null;
  readonly real_size: string | null;
}
