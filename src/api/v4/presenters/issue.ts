// Issues.
import type { IssueRow, TrackerRow } from "../../../db/queries/issues/row.ts";
import { timeStats } from "../../../services/time-tracking/duration.ts";
import type { PresenterContext } from "../../presenter-context.ts";
import { joined } from "../../presenters/joined.ts";
import { placeOf, presentLabelsOf, presentMilestoneOf, presentReferences, presentTasks } from "./issuable.ts";
import { presentPeople, presentProfileIn } from "./user.ts";

/** With `issueDetailColumns`, and the path of its project. With `labelDetails`, whole labels are shown. */
export type PresentedIssue = IssueRow & Pick<TrackerRow, "project_path" | "namespace_path">;

/** In a list of its project. */
export const presentListedIssue = (issue: PresentedIssue, context: PresenterContext) => listed(issue, context, false);

/** In a list beyond its project. */
export const presentDistantIssue = (issue: PresentedIssue, context: PresenterContext) => listed(issue, context, true);

/** Alone. */
export const presentIssue = (issue: PresentedIssue, context: PresenterContext) => ({
  ...presentListedIssue(issue, context),
  subscribed: issue.subscribed === 1,
});

function listed(issue: PresentedIssue, context: PresenterContext, isDistant: boolean) {
  const { iid, project_id, description } = issue;
  const place = placeOf(issue);
  const task_completion_status = presentTasks(description);
  return {
    id: issue.id,
    iid,
    project_id,
    title: issue.title,
    description,
    state: issue.state,
    created_at: issue.created_at,
    updated_at: issue.updated_at,
    closed_at: issue.closed_at,
    closed_by: presentProfileIn(issue.closed_by, context),
    labels: presentLabelsOf(issue),
    milestone: presentMilestoneOf(issue, context),
    ...presentPeople(issue, context),
    type: "ISSUE",
    issue_type: "issue",
    user_notes_count: issue.user_notes_count,
    merge_requests_count: issue.merge_requests_count ?? 0,
    upvotes: issue.upvotes,
    downvotes: issue.downvotes,
    due_date: issue.due_date,
    confidential: issue.confidential === 1,
    discussion_locked: issue.discussion_locked === 1,
    web_url: joined("/", context.baseUrl, place, "-/issues", iid),
    time_stats: timeStats(issue),
    task_completion_status,
    has_tasks: task_completion_status.count > 0,
    _links: presentLinks(issue, context),
    references: presentReferences(`#${iid}`, place, isDistant),
    severity: "UNKNOWN",
    moved_to_id: issue.shown_moved_to_id ?? null,
    imported: false,
    imported_from: "none",
    service_desk_reply_to: null,
  };
}

function presentLinks({ project_id, iid }: PresentedIssue, { baseUrl }: PresenterContext) {
  const project = joined("/", baseUrl, "api/v4/projects", project_id);
  const self = joined("/", project, "issues", iid);
  return {
    self,
    notes: joined("/", self, "notes"),
    award_emoji: joined("/", self, "award_emoji"),
    project,
    closed_as_duplicate_of: null,
  };
}
