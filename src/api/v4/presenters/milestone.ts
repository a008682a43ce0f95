// Milestones.
import type { MilestoneRow } from "../../../db/queries/milestones/milestones.ts";
import type { PresenterContext } from "../../presenter-context.ts";

interface PlacedMilestone {
  readonly milestone: Omit<MilestoneRow, "lock_version">;
  /** Full path of the project. */
  readonly place: string;
}

export const presentMilestone = ({ milestone, place }: PlacedMilestone, { baseUrl, viewer }: PresenterContext) => ({
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
  expired: milestone.due_date !== null && milestone.due_date < viewer.today,
  web_url: `${baseUrl}/${place}/-/milestones/${milestone.iid}`,
});
