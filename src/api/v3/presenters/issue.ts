// Issues.
import type { MilestoneOfRow } from "../../../db/queries/issuables/row.ts";
import type { IssueRow, TrackerRow } from "../../../db/queries/issues/row.ts";
import { presentMilestone } from "./milestone.ts";
import { presentUserBasic } from "./user.ts";

/** The project an issue is in, as far as its URL tells. */
type IssueProject = Pick<TrackerRow, "project_path" | "namespace_path">;

export const presentIssue = (issue: IssueRow, project: IssueProject, baseUrl: string) => ({
  id: issue.id,
  iid: issue.iid,
  project_id: issue.project_id,
  title: issue.title,
  description: issue.description,
  state: issue.state,
  created_at: issue.created_at,
  updated_at: issue.updated_at,
  labels: sortedTitles(issue.labels),
  milestone: presentMilestoneOf(issue),
  assignee: presentAssignee(issue, baseUrl),
  author: presentUserBasic(
    { id: issue.author_id, username: issue.author_username, name: issue.author_name, state: issue.author_state },
    baseUrl,
  ),
  subscribed: issue.subscribed === 1,
  user_notes_count: issue.user_notes_count,
  upvotes: issue.upvotes,
  downvotes: issue.downvotes,
  due_date: issue.due_date,
  confidential: issue.confidential === 1,
  web_url: `${baseUrl}/${project.namespace_path}/${project.project_path}/issues/${issue.iid}`,
});

/** @param titles a JSON array */
export const sortedTitles = (titles: string): string[] => JSON.parse(titles).sort();

/** A milestone and what carries it are of one project. */
export function presentMilestoneOf(issue: MilestoneOfRow) {
  const { milestone_id: id } = issue;
  if (id === null) return null;
  return presentMilestone({
    id,
    iid: issue.milestone_iid,
    project_id: issue.project_id,
    title: issue.milestone_title,
    description: issue.milestone_description,
    state: issue.milestone_state,
    due_date: issue.milestone_due_date,
    start_date: issue.milestone_start_date,
    created_at: issue.milestone_created_at,
    updated_at: issue.milestone_updated_at,
  });
}

function presentAssignee(issue: IssueRow, baseUrl: string) {
  const { assignee_id: id, assignee_username: username, assignee_name: name, assignee_state: state } = issue;
  if (id === null || username === null || name === null || state === null) return null;
  return presentUserBasic({ id, username, name, state }, baseUrl);
}
