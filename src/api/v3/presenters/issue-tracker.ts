// External issue trackers, in the form of GitLab's services, and their issues.
import type { IssueTrackerRow } from "../../../db/queries/projects/issue-trackers.ts";

/** The events of a GitLab service. They cannot be changed for issue trackers. */
const events = {
  push_events: true,
  issues_events: true,
  merge_requests_events: true,
  tag_push_events: true,
  note_events: true,
  build_events: true,
  pipeline_events: true,
};

const TITLE = "Custom Issue Tracker";

/** @param tracker undefined if the project has none: GitLab returns an inactive service then */
export function presentIssueTracker(tracker: IssueTrackerRow | undefined) {
  if (tracker === undefined) {
    return { id: null, title: TITLE, created_at: null, updated_at: null, active: false, ...events, properties: {} };
  }
  const { project_id, title, description, project_url, issues_url, new_issue_url, created_at, updated_at } = tracker;
  return {
    // A project has at most one tracker.
    id: project_id,
    title: title || TITLE,
    created_at,
    updated_at,
    active: true,
    ...events,
    properties: { title, description, project_url, issues_url, new_issue_url },
  };
}

export const presentExternalIssue = (id: string) => ({ id, title: `External Issue ${id}` });
