// Single issues: lookups and writes.
import { type SQL, sql } from "drizzle-orm";
import { type ViewerKey, viewerCte, visibleIssue } from "../../../permissions/visible.ts";
import type { Flag } from "../../schema/columns.ts";
import {
  type Columns,
  execute,
  nullable,
  type RowOf,
  type Statement,
  selectWith,
  type Template,
  variants,
} from "../../statement.ts";
import { type IssuableName, issuableValues, namedIssuableId } from "../issuables/issuable-key.ts";
import { type NamedByParams, type SnapshotRow, snapshotColumns } from "../issuables/snapshots.ts";
import { foundProjectCtes, type ProjectKey } from "../projects/row.ts";
import { type ViewerRow, viewerColumns } from "../viewer/viewer.ts";
import { castTemplate } from "../viewer/with-viewer.ts";
import {
  type IssueRow,
  issueColumnsOf,
  issueJoins,
  seesConfidential,
  type TrackerRow,
  trackerColumns,
  trackerJoins,
} from "./row.ts";

/**
 * The viewer, the project and the issue in it. The ids of project and issue are null if the viewer may not see them.
 */
export type FoundIssueRow = ViewerRow &
  (({ id: null } & (TrackerRow | { project_id: null })) | (TrackerRow & IssueRow));

/** @param make the template of a select of these columns of issue `i` */
const byDetail = <Row>(make: (columns: Columns) => Template<Row>) =>
  variants((isDetailed: boolean | undefined) => make(issueColumnsOf(isDetailed)), String);

/** After {@link trackerJoins}: the named issue, if the viewer may see it. */
const foundIssue = sql`left join issues i on i.id = ${namedIssuableId("Issue", sql`p.id`)} and i.project_id = p.id
  and p.issues_enabled = 1 and ${visibleIssue("i", seesConfidential)}`;

const findTemplate = byDetail((columns) =>
  castTemplate<FoundIssueRow>(
    selectWith(
      [viewerCte, ...foundProjectCtes],
      { ...nullable(columns), ...viewerColumns, ...nullable(trackerColumns) },
      sql`${trackerJoins} ${foundIssue} ${issueJoins("left join")}`,
    ),
  ),
);

/** Always one row. @param isDetailed true for {@link issueDetailColumns} */
export const findIssue = (
  viewer: ViewerKey,
  project: ProjectKey,
  issue: IssuableName,
  isDetailed?: boolean,
): Statement<FoundIssueRow> => findTemplate(isDetailed).with({ ...viewer, ...issuableValues(issue), ...project });

/** As {@link FoundIssueRow}, with the snapshot for deciding an edit. */
export type IssueSnapshotRow = ViewerRow &
  (({ id: null } & (TrackerRow | { project_id: null })) | (TrackerRow & IssueRow & SnapshotRow));

const snapshotTemplate = byDetail((columns) =>
  castTemplate<IssueSnapshotRow>(
    selectWith(
      [viewerCte, ...foundProjectCtes],
      {
        ...nullable(columns),
        ...nullable(snapshotColumns("i", "Issue")),
        ...viewerColumns,
        ...nullable(trackerColumns),
      },
      sql`${trackerJoins} ${foundIssue} ${issueJoins("left join")}`,
    ),
  ),
);

/** As {@link findIssue}, for deciding an edit. Always one row. */
export const findIssueSnapshot = (
  viewer: ViewerKey,
  project: ProjectKey,
  issue: IssuableName,
  named: NamedByParams,
  isDetailed?: boolean,
): Statement<IssueSnapshotRow> =>
  snapshotTemplate(isDetailed).with({ ...viewer, ...issuableValues(issue), ...project, ...named });

/** The columns of an issue that its notes, awards, todos and time tracking need. */
const issueSummaryColumns = {
  id: sql<number>`i.id`,
  iid: sql<number>`i.iid`,
  author_id: sql<number>`i.author_id`,
  assignee_id: sql<number | null>`i.assignee_id`,
  state: sql<string>`i.state`,
  confidential: sql<Flag>`i.confidential`,
  discussion_locked: sql<Flag>`i.discussion_locked`,
  time_estimate: sql<number>`i.time_estimate`,
  time_spent: sql<number>`i.time_spent`,
  user_notes_count: sql<number>`i.user_notes_count`,
  system_notes_count: sql<number>`i.system_notes_count`,
};

export type IssueSummaryRow = RowOf<typeof issueSummaryColumns>;

/** As {@link FoundIssueRow}, with fewer columns of the issue. */
export type FoundIssueSummaryRow = ViewerRow &
  (({ id: null } & (TrackerRow | { project_id: null })) | (TrackerRow & IssueSummaryRow));

const summaryTemplate = castTemplate<FoundIssueSummaryRow>(
  selectWith(
    [viewerCte, ...foundProjectCtes],
    { ...viewerColumns, ...nullable(trackerColumns), ...nullable(issueSummaryColumns) },
    sql`${trackerJoins} ${foundIssue}`,
  ),
);

/** As {@link findIssue}, for records that belong to the issue. Always one row. */
export const findIssueSummary = (
  viewer: ViewerKey,
  project: ProjectKey,
  issue: IssuableName,
): Statement<FoundIssueSummaryRow> => summaryTemplate.with({ ...viewer, ...issuableValues(issue), ...project });

const written = (issue: SQL) =>
  byDetail((columns) =>
    castTemplate<FoundIssueRow>(
      selectWith(
        [viewerCte, ...foundProjectCtes],
        { ...nullable(columns), ...viewerColumns, ...nullable(trackerColumns) },
        sql`${trackerJoins} left join issues i on i.project_id = p.id and ${issue} ${issueJoins("left join")}`,
      ),
    ),
  );

const newestTemplate = written(sql`i.iid = p.issue_seq`);
const writtenTemplate = written(sql`i.id = ${sql.placeholder("issue_id")}`);

/** The issue created earlier in the same batch. */
export const findNewestIssue = (
  viewer: ViewerKey,
  project: ProjectKey,
  isDetailed?: boolean,
): Statement<FoundIssueRow> => newestTemplate(isDetailed).with({ ...viewer, ...project });

/** The issue changed earlier in the same batch, even if the viewer cannot see it after that change. */
export const findWrittenIssue = (
  viewer: ViewerKey,
  project: ProjectKey,
  issueId: number,
  isDetailed?: boolean,
): Statement<FoundIssueRow> => writtenTemplate(isDetailed).with({ ...viewer, ...project, issue_id: issueId });

export type FoundTrackerRow = ViewerRow & (TrackerRow | { project_id: null });

const trackerTemplate = castTemplate<FoundTrackerRow>(
  selectWith([viewerCte, ...foundProjectCtes], { ...viewerColumns, ...nullable(trackerColumns) }, trackerJoins),
);

/** The viewer and the project: always one row. */
export const findTracker = (viewer: ViewerKey, project: ProjectKey): Statement<FoundTrackerRow> =>
  trackerTemplate.with({ ...viewer, ...project });

/** True if no issue of the project ever had this iid, nor a greater one. */
export const isFreeIid = (projectId: number, iid: number): SQL =>
  sql`exists (select 1 from projects p where p.id = ${projectId} and p.issue_seq < ${iid})`;

/**
 * Takes the next iid of a project, for an issue inserted later in the same batch.
 * @param activity the time; null for a confidential issue, which the public last_activity_at must not reveal
 * @param iid the one to take instead of the next
 */
export const takeNextIid = (projectId: number, activity: string | null, iid: number | null = null): Statement =>
  execute(sql`update projects set issue_seq = ${iid === null ? sql`issue_seq + 1` : sql`${iid}`},
    last_activity_at = max(last_activity_at, coalesce(${activity}, '')) where id = ${projectId}`);

export interface NewIssue {
  readonly project_id: number;
  readonly author_id: number;
  readonly assignee_id: number | null;
  readonly milestone_id: number | null;
  readonly title: string;
  readonly description: string | null;
  readonly confidential: Flag;
  readonly due_date: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** Inserts the issue under the iid just taken. Returns no row if the project is gone. */
export const insertIssue = (issue: NewIssue): Statement<{ id: number }> =>
  execute(sql`insert into issues
      (project_id, iid, author_id, assignee_id, milestone_id, title, description, confidential, due_date, created_at, updated_at)
    select id, issue_seq, ${issue.author_id}, (select u.id from users u where u.id = ${issue.assignee_id}),
      (select m.id from milestones m where m.id = ${issue.milestone_id} and m.project_id = projects.id), ${issue.title}, ${issue.description},
      ${issue.confidential}, ${issue.due_date}, ${issue.created_at}, ${issue.updated_at}
    from projects where id = ${issue.project_id} returning id`);

/** The id of the issue inserted earlier in the same batch. */
export const newestIssueId = (projectId: number) =>
  sql<number>`(select i.id from projects p join issues i on i.project_id = p.id and i.iid = p.issue_seq
    where p.id = ${projectId})`;

/** Copies the issue to `deleted_issues`, before it is deleted. */
export const keepDeletedIssue = (id: number, deletedById: number, now: string): Statement => {
  const kept = sql.raw(`id, project_id, iid, author_id, assignee_id, title, description, state, confidential, due_date,
    milestone_id, moved_to_id, closed_at, closed_by_id, discussion_locked, time_estimate, created_at, updated_at`);
  return execute(sql`insert into deleted_issues (${kept}, label_ids, deleted_at, deleted_by_id)
    select ${kept}, (select json_group_array(ll.label_id) from label_links ll
      where ll.target_type = 'Issue' and ll.target_id = issues.id), ${now}, ${deletedById} from issues where id = ${id}`);
};

/** Returns the id if the issue existed. Its todos and label links are deleted with it. */
export const deleteIssue = (id: number): Statement<{ id: number }> =>
  execute(sql`delete from issues where id = ${id} returning id`);
