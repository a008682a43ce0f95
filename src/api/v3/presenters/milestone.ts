// Milestones.
import type { MilestoneOfRow } from "../../../db/queries/issuables/row.ts";
import { milestoneFields, milestoneIn, type PlacedMilestone, type ShownMilestone } from "../../presenters/milestone.ts";

export const presentMilestone = (milestone: ShownMilestone) => milestoneFields(milestone);

export const presentPlacedMilestone = ({ milestone }: PlacedMilestone) => presentMilestone(milestone);

/** The milestone of an issue or a merge request. */
export function presentMilestoneOf(issuable: MilestoneOfRow) {
  const milestone = milestoneIn(issuable);
  return milestone && presentMilestone(milestone);
}
