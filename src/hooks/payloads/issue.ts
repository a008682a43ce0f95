// The payload of issue events.
import type { HookEventRow, HookIssueRow } from "../../db/queries/hooks/events.ts";
import type { DescribedChanges } from "./changes.ts";
import {
  describeActor,
  describeAssignee,
  describeLabels,
  describeProject,
  describeRepository,
  idsOf,
  type PayloadProject,
  stateIds,
  webUrl,
} from "./frame.ts";

export type IssueAction = "open" | "update" | "close" | "reopen";

export const issueUrl = (project: PayloadProject, { iid }: HookIssueRow): string => `${webUrl(project)}/issues/${iid}`;

/** An issue, as payloads contain it. */
export const describeIssue = (issue: HookIssueRow) => ({
  id: issue.id,
  iid: issue.iid,
  project_id: issue.project_id,
  title: issue.title,
  description: issue.description,
  state: issue.state,
  state_id: stateIds[issue.state],
  author_id: issue.author_id,
  assignee_id: issue.assignee_id,
  assignee_ids: idsOf(issue.assignee_id),
  milestone_id: issue.milestone_id,
  confidential: issue.confidential === 1,
  due_date: issue.due_date,
  moved_to_id: issue.moved_to_id,
  position: 0,
  branch_name: null,
  created_at: issue.created_at,
  updated_at: issue.updated_at,
  closed_at: issue.closed_at,
  discussion_locked: issue.discussion_locked === 1,
  time_estimate: issue.time_estimate,
  total_time_spent: issue.time_spent,
  labels: describeLabels(issue.labels),
});

export const issuePayload = (
  project: PayloadProject,
  event: HookEventRow,
  issue: HookIssueRow,
  action: IssueAction,
  changes: DescribedChanges,
) => ({
  object_kind: "issue" as const,
  event_type: issue.confidential === 1 ? ("confidential_issue" as const) : ("issue" as const),
  user: describeActor(event),
  project: describeProject(project),
  object_attributes: { ...describeIssue(issue), url: issueUrl(project, issue), action },
  labels: describeLabels(issue.labels),
  changes,
  repository: describeRepository(project),
  ...describeAssignee(issue),
});
