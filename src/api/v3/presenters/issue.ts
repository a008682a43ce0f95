// Issues.
import type { IssueRow, TrackerRow } from "../../../db/queries/issues/row.ts";
import type { PresenterContext } from "../../presenter-context.ts";
import { joined } from "../../presenters/joined.ts";
import { sortedTitles } from "../../presenters/milestone.ts";
import { presentMilestoneOf } from "./milestone.ts";
import { presentAssignee, presentAuthor } from "./user.ts";

/** An issue with the path of its project. */
type PresentedIssue = IssueRow & Pick<TrackerRow, "project_path" | "namespace_path">;

export const presentIssue = (issue: PresentedIssue, context: PresenterContext) => ({
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
  assignee: presentAssignee(issue, context),
  author: presentAuthor(issue, context),
  subscribed: issue.subscribed === 1,
  user_notes_count: issue.user_notes_count,
  upvotes: issue.upvotes,
  downvotes: issue.downvotes,
  due_date: issue.due_date,
  confidential: issue.confidential === 1,
  web_url: joined("/", context.baseUrl, issue.namespace_path, issue.project_path, "issues", issue.iid),
});
