// Issue trackers kept elsewhere, as GitLab shows its services, and the issues there.
import type { IssueTrackerRow } from "../../../db/queries/projects/issue-trackers.ts";

/** What a service is told of: for trackers it is not for anybody to choose. */
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

/** @param tracker undefined where there is none, which GitLab shows as a service that is not active */
export function presentIssueTracker(tracker: IssueTrackerRow | undefined) {
  if (tracker === undefined) {
    return { id: null, title: TITLE, created_at: null, updated_at: null, active: false, ...events, properties: {} };
  }
  const { project_id, title, description, project_url, issues_url, new_issue_url, created_at, updated_at } = tracker;
  return {
    // a project has one at most
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
