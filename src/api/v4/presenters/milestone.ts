// Milestones.
import type { PresenterContext } from "../../presenter-context.ts";
import { milestoneFields, type ShownMilestone } from "../../presenters/milestone.ts";

interface PlacedMilestone {
  readonly milestone: ShownMilestone;
  /** Full path of the project. */
  readonly place: string;
}

export const presentMilestone = ({ milestone, place }: PlacedMilestone, { baseUrl, viewer }: PresenterContext) => ({
  ...milestoneFields(milestone),
  expired: milestone.due_date !== null && milestone.due_date < viewer.today,
  web_url: `${baseUrl}/${place}/-/milestones/${milestone.iid}`,
});
