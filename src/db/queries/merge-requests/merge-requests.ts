// Single merge requests, and what is written about them.
import { type SQL, sql } from "drizzle-orm";
import { type ViewerKey, viewerCte } from "../../../permissions/visible.ts";
import type { Flag } from "../../schema/columns.ts";
import type { MergeStatus } from "../../schema/merge-requests.ts";
import type { CommitStatus } from "../../schema/statuses.ts";
import { execute, nullable, type RowOf, type Statement, select, selectWith } from "../../statement.ts";
import { type NamedByParams, type SnapshotRow, snapshotColumns } from "../issuables/snapshots.ts";
import { trackerJoins } from "../issues/row.ts";
import { hasOpenDiscussions } from "../noteables/discussions.ts";
import { foundProjectCtes, type ProjectKey } from "../projects/row.ts";
import { lastPushOf } from "../repositories/repositories.ts";
import { type ViewerRow, viewerColumns } from "../viewer/viewer.ts";
import { castTemplate } from "../viewer/with-viewer.ts";
import {
  extendedUserColumns,
  type MergeRequestProjectRow,
  mergeRequestColumns,
  mergeRequestJoins,
  mergeRequestProjectColumns,
  type PlacedMergeRequest,
  visibleInFound,
} from "./row.ts";

/** Of a single merge request, what decides whether what git says of it is still so. */
const freshnessColumns = {
  source_push: lastPushOf(sql`r.source_project_id`),
  target_push: lastPushOf(sql`r.project_id`),
};

/** Of a single merge request, what decides whether it can be accepted. */
const acceptanceColumns = {
  has_open_discussions: hasOpenDiscussions(sql`r.id`),
  /** Of the pipeline of the newest version's head; null without one. */
  head_pipeline_status: sql<CommitStatus | null>`(select hp.status from pipelines hp
    where hp.project_id = r.source_project_id and hp.sha = r.head_sha and hp.ref = r.source_branch)`,
};

export type SingleMergeRequest = PlacedMergeRequest & RowOf<typeof freshnessColumns> & RowOf<typeof acceptanceColumns>;

/** What is answered in place of a merge request that may not be seen, in a project that may be or not. */
export type MissingMergeRequest = { id: null } & (MergeRequestProjectRow | { project_id: null });

/** The viewer, the project and the merge request in it; the ids of the latter two are null when they may not be seen. */
export type FoundMergeRequestRow = ViewerRow & (MissingMergeRequest | SingleMergeRequest);

const singleColumns = {
  ...nullable(mergeRequestColumns),
  ...nullable(extendedUserColumns),
  ...nullable(freshnessColumns),
  ...nullable(acceptanceColumns),
  ...viewerColumns,
  ...nullable(mergeRequestProjectColumns),
};

const fromFound = (condition: SQL): SQL =>
  sql`${trackerJoins} left join merge_requests r on r.project_id = p.id and ${condition} ${mergeRequestJoins("left join")}`;

const single = (condition: SQL) =>
  castTemplate<FoundMergeRequestRow>(selectWith([viewerCte, ...foundProjectCtes], singleColumns, fromFound(condition)));

const visibleById = sql`r.id = ${sql.placeholder("merge_request_id")} and ${visibleInFound}`;

const findTemplate = single(visibleById);
const writtenTemplate = single(sql`r.id = ${sql.placeholder("merge_request_id")}`);
const withIidTemplate = single(sql`r.iid = ${sql.placeholder("iid")}`);

/** Always one row. The merge request is named by its global id. */
export const findMergeRequest = (viewer: ViewerKey, project: ProjectKey, id: number): Statement<FoundMergeRequestRow> =>
  findTemplate.with({ ...viewer, ...project, merge_request_id: id });

/** As {@link FoundMergeRequestRow}, with what a decision about an edit is made from. */
export type MergeRequestSnapshotRow = ViewerRow & (MissingMergeRequest | (SingleMergeRequest & SnapshotRow));

const snapshotTemplate = castTemplate<MergeRequestSnapshotRow>(
  selectWith(
    [viewerCte, ...foundProjectCtes],
    { ...singleColumns, ...nullable(snapshotColumns("r", "MergeRequest")) },
    fromFound(visibleById),
  ),
);

/** Always one row: as {@link findMergeRequest}, to decide about an edit. */
export const findMergeRequestSnapshot = (
  viewer: ViewerKey,
  project: ProjectKey,
  id: number,
  named: NamedByParams,
): Statement<MergeRequestSnapshotRow> =>
  snapshotTemplate.with({ ...viewer, ...project, merge_request_id: id, ...named });

/** The merge request this batch has just changed, though by that very change the viewer may have lost sight of it. */
export const findWrittenMergeRequest = (
  viewer: ViewerKey,
  project: ProjectKey,
  id: number,
): Statement<FoundMergeRequestRow> => writtenTemplate.with({ ...viewer, ...project, merge_request_id: id });

/** The merge request this batch has just created in the project under this iid. */
export const findCreatedMergeRequest = (
  viewer: ViewerKey,
  project: ProjectKey,
  iid: number,
): Statement<FoundMergeRequestRow> => withIidTemplate.with({ ...viewer, ...project, iid });

/** Of a merge request, what its notes, awards, todos and time need to know. */
const summaryColumns = {
  id: sql<number>`r.id`,
  iid: sql<number>`r.iid`,
  author_id: sql<number>`r.author_id`,
  assignee_id: sql<number | null>`r.assignee_id`,
  state: sql<string>`r.state`,
  time_estimate: sql<number>`r.time_estimate`,
  time_spent: sql<number>`r.time_spent`,
  user_notes_count: sql<number>`r.user_notes_count`,
  system_notes_count: sql<number>`r.system_notes_count`,
};

/** As {@link FoundMergeRequestRow}, with less of the merge request. */
export type FoundMergeRequestSummaryRow = ViewerRow &
  (MissingMergeRequest | (MergeRequestProjectRow & RowOf<typeof summaryColumns>));

const summaryTemplate = castTemplate<FoundMergeRequestSummaryRow>(
  selectWith(
    [viewerCte, ...foundProjectCtes],
    { ...viewerColumns, ...nullable(mergeRequestProjectColumns), ...nullable(summaryColumns) },
    sql`${trackerJoins} left join merge_requests r on r.project_id = p.id
      and r.id = ${sql.placeholder("merge_request_id")} and ${visibleInFound}`,
  ),
);

/** Always one row: as {@link findMergeRequest}, for what hangs on the merge request. */
export const findMergeRequestSummary = (
  viewer: ViewerKey,
  project: ProjectKey,
  id: number,
): Statement<FoundMergeRequestSummaryRow> => summaryTemplate.with({ ...viewer, ...project, merge_request_id: id });

export type FoundMergeRequestProjectRow = ViewerRow & (MergeRequestProjectRow | { project_id: null });

const projectTemplate = castTemplate<FoundMergeRequestProjectRow>(
  selectWith(
    [viewerCte, ...foundProjectCtes],
    { ...viewerColumns, ...nullable(mergeRequestProjectColumns) },
    trackerJoins,
  ),
);

/** The viewer and a project that merge requests are proposed to or from: always one row. */
export const findMergeRequestProject = (
  viewer: ViewerKey,
  project: ProjectKey,
): Statement<FoundMergeRequestProjectRow> => projectTemplate.with({ ...viewer, ...project });

/** What a merge request proposes: from where to where. */
export interface Branches {
  readonly source_project_id: number;
  readonly source_branch: string;
  /** The target's. */
  readonly project_id: number;
  readonly target_branch: string;
}

const twins = sql`from merge_requests r where r.source_project_id = ${sql.placeholder("source_project_id")}
  and r.source_branch = ${sql.placeholder("source_branch")} and r.project_id = ${sql.placeholder("project_id")}
  and r.target_branch = ${sql.placeholder("target_branch")} and r.state in ('opened', 'reopened')`;

const twinTemplate = select({ title: sql<string>`r.title` }, twins);

/** The title of the open merge request of these branches. */
export const findTwin = ({ source_project_id, source_branch, project_id, target_branch }: Branches) =>
  twinTemplate.with({ source_project_id, source_branch, project_id, target_branch });

/**
 * Takes the next iid of the target for a merge request to be. Answers no row when there is an open one of the same
 * branches, or the project is gone.
 */
export const reserveIid = (
  { source_project_id, source_branch, project_id, target_branch }: Branches,
  now: string,
): Statement<{ iid: number; source_push: number | null }> =>
  execute(sql`update projects set merge_request_seq = merge_request_seq + 1, last_activity_at = max(last_activity_at, ${now})
    where id = ${project_id} and not exists (select 1 from merge_requests r where r.source_project_id = ${source_project_id}
      and r.source_branch = ${source_branch} and r.project_id = ${project_id} and r.target_branch = ${target_branch}
      and r.state in ('opened', 'reopened'))
    returning merge_request_seq as iid, ${lastPushOf(sql`${source_project_id}`)} as source_push`);

export interface NewMergeRequest extends Branches {
  readonly iid: number;
  readonly author_id: number;
  readonly assignee_id: number | null;
  readonly milestone_id: number | null;
  readonly title: string;
  readonly description: string | null;
  readonly force_remove_source_branch: Flag | null;
  readonly head_sha: string | null;
  readonly created_at: string;
}

/** Inserts nothing when the target is gone; violates merge_requests_twin_key when there is an open one of the same branches. */
export const insertMergeRequest = (row: NewMergeRequest): Statement =>
  execute(sql`insert into merge_requests (project_id, iid, source_project_id, source_branch, target_branch, author_id,
      assignee_id, milestone_id, title, description, force_remove_source_branch, head_sha, created_at, updated_at)
    select p.id, ${row.iid}, ${row.source_project_id}, ${row.source_branch}, ${row.target_branch}, ${row.author_id},
      (select u.id from users u where u.id = ${row.assignee_id}),
      (select ms.id from milestones ms where ms.id = ${row.milestone_id} and ms.project_id = p.id),
      ${row.title}, ${row.description}, ${row.force_remove_source_branch}, ${row.head_sha}, ${row.created_at}, ${row.created_at}
    from projects p where p.id = ${row.project_id}`);

/** The id of the merge request with this iid. */
export const mergeRequestIdOf = (projectId: number, iid: number): SQL<number> =>
  sql<number>`(select r.id from merge_requests r where r.project_id = ${projectId} and r.iid = ${iid})`;

/** What decided a merge request's status. */
export interface Decided {
  readonly id: number;
  readonly head_sha: string | null;
  readonly target_branch: string;
  readonly target_push: number | null;
}

/** Writes a status down, unless anything it was decided by has changed meanwhile. It does not touch updated_at. */
export const storeMergeStatus = (
  { id, head_sha, target_branch, target_push }: Decided,
  status: MergeStatus,
): Statement =>
  execute(sql`update merge_requests set merge_status = ${status} where id = ${id} and merge_status = 'unchecked'
    and head_sha is ${head_sha} and target_branch = ${target_branch}
    and ${lastPushOf(sql`merge_requests.project_id`)} is ${target_push}`);

/** What people said, gave and spent there goes before it does. */
export const clearMergeRequest = (id: number): Statement[] =>
  ["notes", "award_emoji", "mentions", "participants", "timelogs"].map((table) =>
    execute(sql`delete from ${sql.raw(table)} where target_type = 'MergeRequest' and target_id = ${id}`),
  );

/** Answers the id if there was one. Versions, todos and labels go with it. */
export const deleteMergeRequest = (id: number): Statement<{ id: number }> =>
  execute(sql`delete from merge_requests where id = ${id} returning id`);
