// Milestones.
import type { PresenterContext } from "../../presenter-context.ts";
import { joined } from "../../presenters/joined.ts";
import { milestoneFields, type PlacedMilestone } from "../../presenters/milestone.ts";

export const presentMilestone = ({ milestone, place }: PlacedMilestone, { baseUrl, viewer }: PresenterContext) => ({
  ...milestoneFields(milestone),
  expired: milestone.due_date !== null && milestone.due_date < viewer.today,
  web_url: joined("/", baseUrl, place, "-/milestones", milestone.iid),
});
