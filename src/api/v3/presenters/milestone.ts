// Milestones.
import type { MilestoneRow } from "../../../db/queries/milestones/milestones.ts";

export const presentMilestone = (milestone: Omit<MilestoneRow, "lock_version">) => ({
  id: milestone.id,
  iid: milestone.iid,
  project_id: milestone.project_id,
  title: milestone.title,
  description: milestone.description,
  state: milestone.state,
  created_at: milestone.created_at,
  updated_at: milestone.updated_at,
  due_date: milestone.due_date,
  start_date: milestone.start_date,
});

export const presentPlacedMilestone = ({ milestone }: { readonly milestone: Omit<MilestoneRow, "lock_version"> }) =>
  presentMilestone(milestone);
