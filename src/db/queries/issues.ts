// Single issues, and what is written about them.
import { sql } from "drizzle-orm";
import { type ViewerKey, viewerCte, visibleIssue } from "../../permissions/visible.ts";
import type { Flag } from "../schema/columns.ts";
import { execute, nullable, type Statement, selectWith } from "../statement.ts";
import { asHead } from "./heads.ts";
import {
  type IssueRow,
  issueColumns,
  issueJoins,
  seesConfidential,
  type TrackerRow,
  trackerColumns,
  trackerJoins,
} from "./issue-row.ts";
import { foundProjectCtes, type ProjectKey } from "./project-row.ts";
import { type ViewerRow, viewerColumns } from "./viewer.ts";

/** The viewer, the project and the issue in it; the ids of the latter two are null when they may not be seen. */
export type IssueHead = ViewerRow & (({ id: null } & (TrackerRow | { project_id: null })) | (TrackerRow & IssueRow));

const findTemplate = asHead<IssueHead>(
  selectWith(
    [viewerCte, ...foundProjectCtes],
    { ...nullable(issueColumns), ...viewerColumns, ...nullable(trackerColumns) },
    sql`${trackerJoins} left join issues i on i.id = ${sql.placeholder("issue_id")} and i.project_id = p.id
      and p.issues_enabled = 1 and ${visibleIssue("i", seesConfidential)} ${issueJoins("left join")}`,
  ),
);

/** Always one row. The issue is named by its global id. */
export const findIssue = (viewer: ViewerKey, project: ProjectKey, issueId: number): Statement<IssueHead> =>
  findTemplate.with({ ...viewer, ...project, issue_id: issueId });

const newestTemplate = asHead<IssueHead>(
  selectWith(
    [viewerCte, ...foundProjectCtes],
    { ...nullable(issueColumns), ...viewerColumns, ...nullable(trackerColumns) },
    sql`${trackerJoins} left join issues i on i.project_id = p.id and i.iid = p.issue_seq ${issueJoins("left join")}`,
  ),
);

/** The issue this batch has just created in the project. */
export const findNewestIssue = (viewer: ViewerKey, project: ProjectKey): Statement<IssueHead> =>
  newestTemplate.with({ ...viewer, ...project });

export type TrackerHead = ViewerRow & (TrackerRow | { project_id: null });

const trackerTemplate = asHead<TrackerHead>(
  selectWith([viewerCte, ...foundProjectCtes], { ...viewerColumns, ...nullable(trackerColumns) }, trackerJoins),
);

/** The viewer and the project whose issues they ask for. */
export const findTracker = (viewer: ViewerKey, project: ProjectKey): Statement<TrackerHead> =>
  trackerTemplate.with({ ...viewer, ...project });

/**
 * Takes the next iid of a project for the issue the same batch inserts.
 * @param activity null leaves last_activity_at, which is for all to see, silent about a confidential issue
 */
export const takeNextIid = (projectId: number, activity: string | null): Statement =>
  execute(sql`update projects set issue_seq = issue_seq + 1,
    last_activity_at = max(last_activity_at, coalesce(${activity}, '')) where id = ${projectId}`);

export interface NewIssue {
  readonly project_id: number;
  readonly author_id: number;
  readonly assignee_id: number | null;
  readonly title: string;
  readonly description: string | null;
  readonly confidential: Flag;
  readonly due_date: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** Inserts under the iid just taken. Answers no row when the project is gone. */
export const insertIssue = (issue: NewIssue): Statement<{ id: number }> =>
  execute(sql`insert into issues
      (project_id, iid, author_id, assignee_id, title, description, confidential, due_date, created_at, updated_at)
    select id, issue_seq, ${issue.author_id}, (select u.id from users u where u.id = ${issue.assignee_id}), ${issue.title}, ${issue.description},
      ${issue.confidential}, ${issue.due_date}, ${issue.created_at}, ${issue.updated_at}
    from projects where id = ${issue.project_id} returning id`);

/** The id of the issue this batch has just inserted. */
export const newestIssueId = (projectId: number) =>
  sql<number>`(select i.id from projects p join issues i on i.project_id = p.id and i.iid = p.issue_seq
    where p.id = ${projectId})`;
