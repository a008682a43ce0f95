// External issue trackers of projects.
import { eq, sql } from "drizzle-orm";
import { issueTrackers } from "../../schema/index.ts";
import { build, columnsOf, execute, type RowOf, type Statement, select, statement } from "../../statement.ts";
import { namedProjectId, type ProjectKey } from "./row.ts";

const trackerColumns = columnsOf(issueTrackers, "k");

export type IssueTrackerRow = RowOf<typeof trackerColumns>;

const findTemplate = select(trackerColumns, sql`from issue_trackers k where k.project_id = ${namedProjectId}`);

/** One row or none. The caller checks that the viewer may see the project. */
export const findIssueTracker = (project: ProjectKey): Statement<IssueTrackerRow> => findTemplate.with({ ...project });

export interface IssueTrackerParams {
  /** Null clears it; undefined leaves it unchanged. */
  readonly title: string | null | undefined;
  readonly description: string | null | undefined;
  readonly project_url: string;
  /** `:id` is the placeholder of the issue's id. */
  readonly issues_url: string;
  readonly new_issue_url: string;
}

/** Inserts or updates the project's tracker. Violates a foreign key if the project is gone. */
export function putIssueTracker(projectId: number, params: IssueTrackerParams, now: string): Statement {
  const { title, description, project_url, issues_url, new_issue_url } = params;
  const changes = [
    ...(title === undefined ? [] : [sql`title = excluded.title`]),
    ...(description === undefined ? [] : [sql`description = excluded.description`]),
    sql`project_url = excluded.project_url, issues_url = excluded.issues_url, new_issue_url = excluded.new_issue_url,
      updated_at = excluded.updated_at`,
  ];
  return execute(sql`insert into issue_trackers (project_id, title, description, project_url, issues_url, new_issue_url,
      created_at, updated_at)
    values (${projectId}, ${title ?? null}, ${description ?? null}, ${project_url}, ${issues_url}, ${new_issue_url},
      ${now}, ${now})
    on conflict (project_id) do update set ${sql.join(changes, sql`, `)}`);
}

export const hasIssueTracker = (projectId: number) =>
  sql`exists (select 1 from issue_trackers where project_id = ${projectId})`;

export const deleteIssueTracker = (projectId: number): Statement =>
  statement(build.delete(issueTrackers).where(eq(issueTrackers.project_id, projectId)));
