// What the page of a merge request shows beside it: where it comes from, how far its review is, statuses of its head.
import { sql } from "drizzle-orm";
import {
  projectLevel,
  readsCodeAt,
  type ViewerKey,
  viewerCte,
  visibleLevel,
  visibleProject,
} from "../../../permissions/visible.ts";
import type { CommitStatus } from "../../schema/statuses.ts";
import { nullable, type RowOf, type Statement, selectWith } from "../../statement.ts";
import { type IssuableName, issuableValues, namedIssuableId } from "../issuables/issuable-key.ts";

const MOST_STATUSES = 50;

const surroundingColumns = {
  discussions: sql<number>`(select count(*) from discussions d where d.merge_request_id = r.id)`,
  resolved_discussions: sql<number>`(select count(d.resolved_at) from discussions d where d.merge_request_id = r.id)`,
  ...nullable({
    /** The user who merged it, or who set it to merge when its build succeeds. */
    merge_user_username: sql<string>`mu.username`,
    merge_user_name: sql<string>`mu.name`,
    reviewer_username: sql<string>`rv.username`,
    reviewer_name: sql<string>`rv.name`,
    /** The source project; null if it is gone, or if the viewer may not see it. */
    source_path: sql<string>`sp.path`,
    source_namespace_path: sql<string>`sn.path`,
  }),
};

export type MergeRequestSurroundings = RowOf<typeof surroundingColumns>;

const surroundingsTemplate = selectWith(
  [viewerCte],
  surroundingColumns,
  sql`from viewer cross join merge_requests r left join users mu on mu.id = r.merge_user_id
    left join users rv on rv.id = r.reviewer_id
    left join (projects sp cross join namespaces sn on sn.id = sp.namespace_id)
      on sp.id = r.source_project_id and ${visibleProject("sp", "sn")}
    where r.id = ${namedIssuableId("MergeRequest")}`,
);

/** One row or none. The caller checks that the viewer may read the merge request. */
export const findSurroundings = (viewer: ViewerKey, mergeRequest: IssuableName): Statement<MergeRequestSurroundings> =>
  surroundingsTemplate.with({ ...viewer, ...issuableValues(mergeRequest) });

const statusColumns = {
  name: sql<string>`s.name`,
  status: sql<CommitStatus>`s.status`,
  description: sql<string | null>`s.description`,
  target_url: sql<string | null>`s.target_url`,
};

export type HeadStatusRow = RowOf<typeof statusColumns>;

const statusesTemplate = selectWith(
  [viewerCte],
  statusColumns,
  sql`from viewer cross join merge_requests r cross join projects sp on sp.id = r.source_project_id
    cross join namespaces sn on sn.id = sp.namespace_id
    cross join pipelines hp on hp.project_id = sp.id and hp.sha = r.head_sha and hp.ref = r.source_branch
    cross join commit_statuses s on s.pipeline_id = hp.id and s.retried = 0
    where r.id = ${namedIssuableId("MergeRequest")}
      and ${readsCodeAt(visibleLevel("sp.visibility_level"), projectLevel("sp", "sn"))}
    order by s.name, s.id limit ${sql.raw(String(MOST_STATUSES))}`,
);

/**
 * The first 50 jobs of the newest version's head, by name; none if the viewer may not read the source's code. The caller
 * checks that the viewer may read the merge request.
 */
export const listHeadStatuses = (viewer: ViewerKey, mergeRequest: IssuableName): Statement<HeadStatusRow> =>
  statusesTemplate.with({ ...viewer, ...issuableValues(mergeRequest) });
