// Issues.
import type { IssueRow, TrackerRow } from "../db/queries/issue-row.ts";
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
  // Labels, milestones, notes and awards do not exist yet, so no issue has any.
  labels: [],
  milestone: null,
  assignee: presentAssignee(issue, baseUrl),
  author: presentUserBasic(
    { id: issue.author_id, username: issue.author_username, name: issue.author_name, state: issue.author_state },
    baseUrl,
  ),
  subscribed: issue.subscribed === 1,
  user_notes_count: 0,
  upvotes: 0,
  downvotes: 0,
  due_date: issue.due_date,
  confidential: issue.confidential === 1,
  web_url: `${baseUrl}/${project.namespace_path}/${project.project_path}/issues/${issue.iid}`,
});

function presentAssignee(issue: IssueRow, baseUrl: string) {
  const { assignee_id: id, assignee_username: username, assignee_name: name, assignee_state: state } = issue;
  if (id === null || username === null || name === null || state === null) return null;
  return presentUserBasic({ id, username, name, state }, baseUrl);
}
