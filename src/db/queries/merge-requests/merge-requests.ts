// Single merge requests: lookups and writes.
import { type SQL, sql } from "drizzle-orm";
import { type ViewerKey, viewerCte } from "../../../permissions/visible.ts";
import type { Flag } from "../../schema/columns.ts";
import type { CommitStatus } from "../../schema/statuses.ts";
import { nullable, type RowOf, type Statement, select, selectWith } from "../../statement.ts";
import { type IssuableName, issuableValues, namedIssuableId } from "../issuables/issuable-key.ts";
import { type NamedByParams, type SnapshotRow, snapshotColumns } from "../issuables/snapshots.ts";
import { trackerJoins } from "../issues/row.ts";
import { hasOpenDiscussions } from "../noteables/discussions.ts";
import { foundProjectCtes, type ProjectKey } from "../projects/row.ts";
import { lastPushOf } from "../repositories/repositories.ts";
import { type ViewerRow, viewerColumns } from "../viewer/viewer.ts";
import { castTemplate } from "../viewer/with-viewer.ts";
import { mergeRequestDetailColumns, singleDetailColumns } from "./detail-columns.ts";
import {
  extendedUserColumns,
  type MergeRequestProjectRow,
  mergeRequestColumns,
  mergeRequestJoins,
  mergeRequestProjectColumns,
  type PlacedMergeRequest,
  visibleInFound,
} from "./row.ts";

/** The last recorded pushes, which decide whether results from git are still valid. */
const freshnessColumns = {
  source_push: lastPushOf(sql`r.source_project_id`),
  target_push: lastPushOf(sql`r.project_id`),
};

/** The columns that decide whether a merge request can be accepted. */
const acceptanceColumns = {
  has_open_discussions: hasOpenDiscussions(sql`r.id`),
  /** The status of the pipeline of the newest version's head; null without one. */
  head_pipeline_status: sql<CommitStatus | null>`(select hp.status from pipelines hp
    where hp.project_id = r.source_project_id and hp.sha = r.head_sha and hp.ref = r.source_branch)`,
};

const detailColumns = { ...mergeRequestDetailColumns, ...singleDetailColumns };

export type SingleMergeRequest = PlacedMergeRequest &
  RowOf<typeof freshnessColumns> &
  RowOf<typeof acceptanceColumns> &
  RowOf<typeof detailColumns>;

/** The row if the viewer may not see the merge request; `project_id` is null if they may not see the project either. */
export type MissingMergeRequest = { id: null } & (MergeRequestProjectRow | { project_id: null });

/** The viewer, the project and the merge request in it. The latter two ids are null if the viewer may not see them. */
export type FoundMergeRequestRow = ViewerRow & (MissingMergeRequest | SingleMergeRequest);

const singleColumns = {
  ...nullable(mergeRequestColumns),
  ...nullable(extendedUserColumns),
  ...nullable(freshnessColumns),
  ...nullable(acceptanceColumns),
  ...nullable(detailColumns),
  ...viewerColumns,
  ...nullable(mergeRequestProjectColumns),
};

const fromFound = (condition: SQL): SQL =>
  sql`${trackerJoins} left join merge_requests r on r.project_id = p.id and ${condition} ${mergeRequestJoins("left join")}`;

const single = (condition: SQL) =>
  castTemplate<FoundMergeRequestRow>(selectWith([viewerCte, ...foundProjectCtes], singleColumns, fromFound(condition)));

const visibleNamed = sql`r.id = ${namedIssuableId("MergeRequest", sql`p.id`)} and ${visibleInFound}`;

const findTemplate = single(visibleNamed);
const writtenTemplate = single(sql`r.id = ${sql.placeholder("merge_request_id")}`);
const withIidTemplate = single(sql`r.iid = ${sql.placeholder("iid")}`);

/** Always one row. */
export const findMergeRequest = (
  viewer: ViewerKey,
  project: ProjectKey,
  name: IssuableName,
): Statement<FoundMergeRequestRow> => findTemplate.with({ ...viewer, ...issuableValues(name), ...project });

/** As {@link FoundMergeRequestRow}, with the snapshot for deciding an edit. */
export type MergeRequestSnapshotRow = ViewerRow & (MissingMergeRequest | (SingleMergeRequest & SnapshotRow));

const snapshotTemplate = castTemplate<MergeRequestSnapshotRow>(
  selectWith(
    [viewerCte, ...foundProjectCtes],
    { ...singleColumns, ...nullable(snapshotColumns("r", "MergeRequest")) },
    fromFound(visibleNamed),
  ),
);

/** As {@link findMergeRequest}, for deciding an edit. Always one row. */
export const findMergeRequestSnapshot = (
  viewer: ViewerKey,
  project: ProjectKey,
  name: IssuableName,
  named: NamedByParams,
): Statement<MergeRequestSnapshotRow> =>
  snapshotTemplate.with({ ...viewer, ...issuableValues(name), ...project, ...named });

/** The merge request changed earlier in the same batch, even if the viewer cannot see it after that change. */
export const findWrittenMergeRequest = (
  viewer: ViewerKey,
  project: ProjectKey,
  id: number,
): Statement<FoundMergeRequestRow> => writtenTemplate.with({ ...viewer, ...project, merge_request_id: id });

/** The merge request created under this iid earlier in the same batch. */
export const findCreatedMergeRequest = (
  viewer: ViewerKey,
  project: ProjectKey,
  iid: number,
): Statement<FoundMergeRequestRow> => withIidTemplate.with({ ...viewer, ...project, iid });

/** The columns of a merge request that its notes, awards, todos and time tracking need. */
const summaryColumns = {
  id: sql<number>`r.id`,
  iid: sql<number>`r.iid`,
  author_id: sql<number>`r.author_id`,
  assignee_id: sql<number | null>`r.assignee_id`,
  state: sql<string>`r.state`,
  discussion_locked: sql<Flag>`r.discussion_locked`,
  time_estimate: sql<number>`r.time_estimate`,
  time_spent: sql<number>`r.time_spent`,
  user_notes_count: sql<number>`r.user_notes_count`,
  system_notes_count: sql<number>`r.system_notes_count`,
};

/** As {@link FoundMergeRequestRow}, with fewer columns of the merge request. */
export type FoundMergeRequestSummaryRow = ViewerRow &
  (MissingMergeRequest | (MergeRequestProjectRow & RowOf<typeof summaryColumns>));

const summaryTemplate = castTemplate<FoundMergeRequestSummaryRow>(
  selectWith(
    [viewerCte, ...foundProjectCtes],
    { ...viewerColumns, ...nullable(mergeRequestProjectColumns), ...nullable(summaryColumns) },
    sql`${trackerJoins} left join merge_requests r on r.project_id = p.id and ${visibleNamed}`,
  ),
);

/** As {@link findMergeRequest}, for records that belong to the merge request. Always one row. */
export const findMergeRequestSummary = (
  viewer: ViewerKey,
  project: ProjectKey,
  name: IssuableName,
): Statement<FoundMergeRequestSummaryRow> => summaryTemplate.with({ ...viewer, ...issuableValues(name), ...project });

export type FoundMergeRequestProjectRow = ViewerRow & (MergeRequestProjectRow | { project_id: null });

const projectTemplate = castTemplate<FoundMergeRequestProjectRow>(
  selectWith(
    [viewerCte, ...foundProjectCtes],
    { ...viewerColumns, ...nullable(mergeRequestProjectColumns) },
    trackerJoins,
  ),
);

/** The viewer and the source or target project of a merge request: always one row. */
export const findMergeRequestProject = (
  viewer: ViewerKey,
  project: ProjectKey,
): Statement<FoundMergeRequestProjectRow> => projectTemplate.with({ ...viewer, ...project });

/** The source and the target branch of a merge request. */
export interface Branches {
  readonly source_project_id: number;
  readonly source_branch: string;
  /** The target project. */
  readonly project_id: number;
  readonly target_branch: string;
}

const twins = sql`from merge_requests r where r.source_project_id = ${sql.placeholder("source_project_id")}
  and r.source_branch = ${sql.placeholder("source_branch")} and r.project_id = ${sql.placeholder("project_id")}
  and r.target_branch = ${sql.placeholder("target_branch")} and r.state in ('opened', 'reopened')`;

const twinColumns = { title: sql<string>`r.title`, iid: sql<number>`r.iid` };

export type Twin = RowOf<typeof twinColumns>;

const twinTemplate = select(twinColumns, twins);

/** The open merge request with these branches. */
export const findTwin = ({ source_project_id, source_branch, project_id, target_branch }: Branches) =>
  twinTemplate.with({ source_project_id, source_branch, project_id, target_branch });
