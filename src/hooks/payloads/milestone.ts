// The payload of milestone events.
import type { MilestoneDetails } from "../../db/queries/events/details.ts";
import { describeProject, type PayloadProject } from "./frame.ts";

export type MilestoneAction = "create" | "close" | "reopen" | "delete";

/** GitLab's documentation names `action` in both places. */
export const milestonePayload = (project: PayloadProject, milestone: MilestoneDetails, action: MilestoneAction) => ({
  object_kind: "milestone" as const,
  event_type: "milestone" as const,
  project: describeProject(project),
  object_attributes: {
    id: milestone.id,
    iid: milestone.iid,
    title: milestone.title,
    description: milestone.description,
    state: milestone.state,
    created_at: milestone.created_at,
    updated_at: milestone.updated_at,
    due_date: milestone.due_date,
    start_date: milestone.start_date,
    group_id: null,
    project_id: milestone.project_id,
    action,
  },
  action,
});
