// Milestones.
import type { PresenterContext } from "../../presenter-context.ts";
import { milestoneFields, type PlacedMilestone } from "../../presenters/milestone.ts";

export const presentMilestone = ({ milestone, place }: PlacedMilestone, { baseUrl, viewer }: PresenterContext) => ({
  ...milestoneFields(milestone),
  expired: milestone.due_date !== null && milestone.due_date < viewer.today,
  web_url: `${baseUrl}/${place}/-/milestones/${milestone.iid}`,
});
